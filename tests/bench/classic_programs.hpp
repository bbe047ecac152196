// The programs that model checkers are compared on, of any size, as litmus text.
#pragma once

#include <string>

namespace graphfuzz::classic {

inline std::string load(const std::string& x, const std::string& order) {
  return "atomic_load_explicit(" + x + ", memory_order_" + order + ")";
}

inline std::string store(const std::string& x, const std::string& value, const std::string& order) {
  return "atomic_store_explicit(" + x + ", " + value + ", memory_order_" + order + ");\n";
}

/// Two threads add up each other's numbers, `rounds` times; a third one looks (SV-COMP's fib_bench).
inline std::string fibonacci(int rounds) {
  std::string text = "C fibonacci\n{ x=1; y=1; }\n";
  for (int t = 0; t < 2; ++t) {
    const std::string mine = t == 0 ? "x" : "y";
    const std::string other = t == 0 ? "y" : "x";
    text += "P" + std::to_string(t) + " (atomic_int* x, atomic_int* y) {\nfor (int i = 0; i < " +
            std::to_string(rounds) + "; i++) {\nint a = " + load(mine, "acquire") +
            ";\nint b = " + load(other, "acquire") + ";\n" + store(mine, "a + b", "release") + "}\n}\n";
  }
  return text + "P2 (atomic_int* x, atomic_int* y) {\nint a = " + load("x", "acquire") +
         ";\nint b = " + load("y", "acquire") + ";\n}\nexists (x=0)\n";
}

/// Four threads increment a counter of their own and look at another's, `rounds` times.
inline std::string counters(int rounds) {
  std::string text = "C counters\n{ x=0; y=0; z=0; }\n";
  const char* const own[] = {"x", "y", "z", "x"};
  const char* const other[] = {"y", "z", "x", "y"};
  for (int t = 0; t < 4; ++t) {
    text += "P" + std::to_string(t) + " (atomic_int* x, atomic_int* y, atomic_int* z) {\nfor (int i = 0; i < " +
            std::to_string(rounds) + "; i++) {\nint a = atomic_fetch_add_explicit(" + own[t] +
            ", 1, memory_order_relaxed);\nint b = " + load(other[t], "relaxed") + ";\n}\n}\n";
  }
  return text + "exists (x=77)\n";
}

/// A ticket lock for `threads` threads, that increment a plain counter.
inline std::string ticket_lock(int threads) {
  std::string text = "C ticket\n{ next=0; serving=0; c=0; }\n";
  for (int t = 0; t < threads; ++t) {
    text += "P" + std::to_string(t) +
            " (atomic_int* next, atomic_int* serving, int* c) {\n"
            "int t = atomic_fetch_add_explicit(next, 1, memory_order_relaxed);\nwhile (" +
            load("serving", "acquire") + " != t) {}\nint r = *c;\n*c = r + 1;\n" +
            store("serving", "t + 1", "release") + "}\n";
  }
  return text + "forall (c=" + std::to_string(threads) + ")\n";
}

/// Szymanski's mutual exclusion, two threads, `rounds` times each; what would be waited for is assumed (SV-COMP).
inline std::string szymanski(int rounds) {
  std::string text = "C szymanski\n{ f0=0; f1=0; x=0; }\n";
  for (int t = 0; t < 2; ++t) {
    const std::string mine = "f" + std::to_string(t);
    const std::string look = load("f" + std::to_string(1 - t), "seq_cst");
    const auto set = [&](const char* value) { return store(mine, value, "seq_cst"); };
    text += "P" + std::to_string(t) + " (atomic_int* f0, atomic_int* f1, atomic_int* x) {\nfor (int i = 0; i < " +
            std::to_string(rounds) + "; i++) {\n" + set("1") + "assume(" + look + " < 3);\n" + set("3") + "if (" +
            look + " == 1) {\n" + set("2") + "assume(" + look + " == 4);\n}\n" + set("4") + "assume(" + look +
            " < 2);\n" + store("x", std::to_string(t), "relaxed") + "int r = " + load("x", "relaxed") + ";\nassert(" +
            load("x", "relaxed") + " == " + std::to_string(t) + ");\nassume(2 > " + look + " || " + look + " > 3);\n" +
            set("0") + "}\n}\n";
  }
  return text + "exists (x=7)\n";
}

/// Lamport's fast mutual exclusion (1987), each of `threads` threads trying once, without waiting for its turn again.
inline std::string lamport(int threads) {
  std::string flags, parameters;
  for (int t = 0; t < threads; ++t) {
    flags += " b" + std::to_string(t) + "=0;";
    parameters += ", atomic_int* b" + std::to_string(t);
  }
  std::string text = "C lamport\n{ x=0; y=0; c=0;" + flags + " }\n";
  for (int t = 0; t < threads; ++t) {
    const std::string number = std::to_string(t + 1);
    const auto raise = [&](const char* value) { return store("b" + std::to_string(t), value, "seq_cst"); };
    text += "P" + std::to_string(t) + " (atomic_int* x, atomic_int* y, int* c" + parameters + ") {\n" + raise("1") +
            store("x", number, "seq_cst") + "int mine = 1;\nif (" + load("y", "seq_cst") + " != 0) {\n" + raise("0") +
            "mine = 0;\n} else {\n" + store("y", number, "seq_cst") + "if (" + load("x", "seq_cst") + " != " + number +
            ") {\n" + raise("0");
    for (int other = 0; other < threads; ++other) {
      text += "assume(" + load("b" + std::to_string(other), "seq_cst") + " == 0);\n";
    }
    text += "if (" + load("y", "seq_cst") + " != " + number +
            ") mine = 0;\n}\nif (mine) {\nint r = *c;\n*c = r + 1;\n" + store("y", "0", "seq_cst") + raise("0") +
            "}\n}\n}\n";
  }
  return text + "exists (c=7)\n";
}

}  // namespace graphfuzz::classic
