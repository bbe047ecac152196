// A function of the C library is given a null pointer.
//
// bug: signal
#include <string.h>

static char* volatile text;

int main() { return (int)strlen(text); }
