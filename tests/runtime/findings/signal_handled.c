// The program sends itself signals that it handles or ignores.
//
// bug: none
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static volatile sig_atomic_t handled;

static void on_signal(int number) { handled = number; }

int main() {
  if (signal(SIGUSR1, on_signal) != SIG_DFL) abort();
  raise(SIGUSR1);
  if (handled != SIGUSR1) abort();
  signal(SIGTERM, SIG_IGN);
  kill(getpid(), SIGTERM);
}
