// Branches in documents. Those that leave the same execution share its trunk, which is written once.
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "graphfuzz/explore/explorer.hpp"
#include "graphfuzz/store/packed.hpp"
#include "graphfuzz/store/writer.hpp"

namespace graphfuzz {

class BranchSaver {
 public:
  /// `worker` says in whose account a trunk is; it is kept with it.
  using WorkerOf = std::function<unsigned(const Trunk&)>;
  explicit BranchSaver(WorkerOf worker) : worker_(std::move(worker)) {}

  void add(store::Packer& out, const Branch& branch);
  /// Writes one value: the trunks of all branches that were added.
  void save_trunks(store::Writer& out) const;

 private:
  WorkerOf worker_;
  std::unordered_map<const Trunk*, std::size_t> numbers_;  // from 1
  std::vector<const Trunk*> trunks_;
};

/// What is read is in itself consistent. Whether it fits the program is for the Explorer to see when it comes to it.
class BranchLoader {
 public:
  /// `accounts[i]` is where the trunks of worker i are counted.
  BranchLoader(const store::Value& trunks, unsigned threads, std::span<std::atomic<std::size_t>* const> accounts);
  Branch next(store::Unpacker& in);

 private:
  unsigned threads_;
  std::vector<boost::intrusive_ptr<const Trunk>> trunks_;
  bool had_root_ = false;
};

}  // namespace graphfuzz
