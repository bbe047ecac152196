// The program sends itself a signal that it does not handle.
//
// bug: signal
#include <signal.h>

int main() { raise(SIGTERM); }
