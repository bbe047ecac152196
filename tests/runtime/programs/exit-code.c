// main returns an error.
//
// bug: exit
int main(void) { return 3; }
