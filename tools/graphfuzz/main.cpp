// graphfuzz, the executable.
#include "tool_main.hpp"

int main(int argc, char** argv) { return graphfuzz::tool_main(argc, argv); }
