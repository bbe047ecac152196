// A null pointer is read through: the access of the runtime that notes it is the one that fails.
//
// bug: signal
#include <stddef.h>

struct node {
  struct node* next;
  int value;
};

static struct node* volatile head;

int main() { return head->value; }
