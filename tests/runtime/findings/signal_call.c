// A null pointer is called.
//
// bug: signal
static int (*volatile function)(void);

int main() { return function() + 1; }
