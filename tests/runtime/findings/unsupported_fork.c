// Processes are refused.
//
// bug: unsupported
#include <unistd.h>

int main() { return fork() == 0; }
