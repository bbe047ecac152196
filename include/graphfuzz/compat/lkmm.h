/* For programs that were written for GenMC and include <lkmm.h>, its interface to the memory model of the Linux kernel.
 * That model needs dependencies, of which nothing is known in compiled programs (doc/native-programs.md, Limits), so
 * that there is nothing to check them with.
 */
#error "graphfuzz does not check compiled programs under the memory model of the Linux kernel: lkmm.h is not supported"
