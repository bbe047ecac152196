// A trap of the compiler's.
//
// bug: signal
int main() { __builtin_trap(); }
