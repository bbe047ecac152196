/* The main() of programs that were written for CDSChecker or C11Tester, which have none: C and C++. What user_main()
 * returns is nothing to go by, as in these tools; in some programs it returns nothing. */
#ifdef __cplusplus
extern "C" {
#endif
int user_main(int count, char** arguments);
#ifdef __cplusplus
}
#endif

int main(int count, char** arguments) {
  (void)user_main(count, arguments);
  return 0;
}
