// The parts of std::list, std::map, std::set, and std::unordered_map that are in libstdc++.so: of the nodes that they
// link, and of the trees that they balance, nobody else would tell what they read and write. The program is linked with
// --wrap, so that its own calls are of these; the engine has a C++ library of its own.
//
// The layouts are those of libstdc++'s ABI, GLIBCXX_3.4: bits/stl_list.h, bits/stl_tree.h, bits/hashtable_policy.h. The
// trees are red-black trees as in Cormen, Leiserson, Rivest and Stein, "Introduction to algorithms", chapter 13, with
// null for leaves and a header that is the root's parent.
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>

#include "runtime/library.hpp"
#include "runtime/synchronisation.hpp"

namespace graphfuzz::runtime {
namespace {

/// Fields of the program's memory, as the function that was called reads and writes them.
class Fields {
 public:
  explicit Fields(void* from) : place_(caller(from)) {
    if (current != nullptr) hook_.emplace();
  }
  template <class T>
  T get(T& field) {
    return hook_ ? look(hook_->fiber(), &field, place_) : field;
  }
  template <class T>
  void set(T& field, std::type_identity_t<T> value) {
    if (hook_) return put(hook_->fiber(), &field, T(value), place_);
    field = value;
  }

 private:
  Address place_;
  std::optional<Hook> hook_;
};

// --- std::list: a ring

struct ListNode {
  ListNode* next;
  ListNode* previous;
};

class Ring : Fields {
 public:
  using Fields::Fields;

  void insert(ListNode& node, ListNode* before) {
    set(node.next, before);
    ListNode* const previous = get(before->previous);
    set(node.previous, previous);
    set(previous->next, &node);
    set(before->previous, &node);
  }
  void remove(ListNode& node) { connect(get(node.previous), get(node.next)); }
  /// Moves what is from `first` to before `last` in front of the node.
  void move(ListNode& node, ListNode* first, ListNode* last) {
    if (&node == last) return;
    ListNode* const newest = get(last->previous);
    connect(get(first->previous), last);
    ListNode* const previous = get(node.previous);
    connect(previous, first);
    connect(newest, &node);
  }
  void reverse(ListNode& head) {
    ListNode* node = &head;
    do {
      ListNode* const next = get(node->next);
      set(node->next, get(node->previous));
      set(node->previous, next);
      node = next;
    } while (node != &head);
  }
  void swap(ListNode& a, ListNode& b) {
    const ListNode of_a{get(a.next), get(a.previous)};
    const ListNode of_b{get(b.next), get(b.previous)};
    take(a, of_b, b);
    take(b, of_a, a);
  }

 private:
  void connect(ListNode* previous, ListNode* next) {
    set(previous->next, next);
    set(next->previous, previous);
  }
  // What the head `other` had is now of the head.
  void take(ListNode& head, const ListNode& had, ListNode& other) {
    const bool none = had.next == &other;
    set(head.next, none ? &head : had.next);
    set(head.previous, none ? &head : had.previous);
    if (none) return;
    set(had.next->previous, &head);
    set(had.previous->next, &head);
  }
};

// --- std::map, std::set: a tree

enum Side : std::size_t { left, right };
constexpr Side other(Side side) { return side == left ? right : left; }

struct TreeNode {
  enum Color : int { red, black } color;
  TreeNode* parent;    // of the header: the root
  TreeNode* child[2];  // of the header: the first and the last node
};

class Tree : Fields {
 public:
  Tree(void* from, TreeNode& header) : Fields(from), header_(header) {}

  void insert(Side side, TreeNode* node, TreeNode* parent) {
    set(node->parent, parent);
    set(node->child[left], nullptr);
    set(node->child[right], nullptr);
    set(node->color, TreeNode::red);
    if (parent == &header_) {
      for (TreeNode** field : {&header_.child[left], &header_.parent, &header_.child[right]}) set(*field, node);
    } else {
      set(parent->child[side], node);
      if (get(header_.child[side]) == parent) set(header_.child[side], node);
    }
    balance_above(node);
  }

  void erase(TreeNode* node) {
    TreeNode* const children[] = {get(node->child[left]), get(node->child[right])};
    TreeNode* child = children[left] == nullptr ? children[right] : children[left];
    TreeNode* parent = get(node->parent);  // in the end, of what has one black too few above it
    TreeNode::Color gone = get(node->color);
    if (children[left] != nullptr && children[right] != nullptr) {
      // The next node comes in its place, and its color to where that is taken from.
      TreeNode* const next = end(children[right], left);
      child = get(next->child[right]);
      const TreeNode::Color color = get(next->color);
      set(next->child[left], children[left]);
      set(children[left]->parent, next);
      if (next == children[right]) {
        parent = next;
      } else {
        parent = get(next->parent);
        if (child != nullptr) set(child->parent, parent);
        set(parent->child[left], child);
        set(next->child[right], children[right]);
        set(children[right]->parent, next);
      }
      replace(node, next);
      set(next->color, gone);
      gone = color;
    } else {
      replace(node, child);
      for (const Side side : {left, right}) {
        if (get(header_.child[side]) != node) continue;
        set(header_.child[side], child == nullptr ? parent : end(child, side));
      }
    }
    if (gone == TreeNode::black) balance_below(child, parent);
  }

  /// The one after the node in order, on that side; past the last, the header.
  TreeNode* next(TreeNode* node, Side side) {
    if (side == left && get(node->color) == TreeNode::red && get(get(node->parent)->parent) == node) {
      return get(node->child[right]);  // it is the header
    }
    if (TreeNode* const child = get(node->child[side]); child != nullptr) return end(child, other(side));
    TreeNode* above = get(node->parent);
    while (node == get(above->child[side])) {
      node = above;
      above = get(above->parent);
    }
    // If the root is the last of all, that was the header, whose parent it is.
    return side == right && get(node->child[right]) == above ? node : above;
  }

 private:
  TreeNode* root() { return get(header_.parent); }
  bool is_red(TreeNode* node) { return node != nullptr && get(node->color) == TreeNode::red; }
  // The last one below it on that side.
  TreeNode* end(TreeNode* node, Side side) {
    while (TreeNode* const child = get(node->child[side])) node = child;
    return node;
  }
  Side side_of(TreeNode* node, TreeNode* parent) { return get(parent->child[left]) == node ? left : right; }

  // Below the parent of `node`, if there is one, and in `by`.
  void replace(TreeNode* node, TreeNode* by) {
    TreeNode* const parent = get(node->parent);
    if (root() == node) {
      set(header_.parent, by);
    } else {
      set(parent->child[side_of(node, parent)], by);
    }
    if (by != nullptr) set(by->parent, parent);
  }

  // The node goes down on that side, and its child on the other comes up.
  void rotate(TreeNode* node, Side side) {
    TreeNode* const up = get(node->child[other(side)]);
    TreeNode* const between = get(up->child[side]);
    set(node->child[other(side)], between);
    if (between != nullptr) set(between->parent, node);
    replace(node, up);
    set(up->child[side], node);
    set(node->parent, up);
  }

  // The node is red, as may be its parent.
  void balance_above(TreeNode* node) {
    while (node != root() && is_red(get(node->parent))) {
      TreeNode* parent = get(node->parent);
      TreeNode* const top = get(parent->parent);
      const Side side = side_of(parent, top);
      TreeNode* const uncle = get(top->child[other(side)]);
      if (is_red(uncle)) {
        set(parent->color, TreeNode::black);
        set(uncle->color, TreeNode::black);
        set(top->color, TreeNode::red);
        node = top;
        continue;
      }
      if (node == get(parent->child[other(side)])) {
        std::swap(node, parent);
        rotate(node, side);
      }
      set(parent->color, TreeNode::black);
      set(top->color, TreeNode::red);
      rotate(top, other(side));
    }
    set(root()->color, TreeNode::black);
  }

  // On the way to the node, which may be null, there is one black less than on other ways through its parent.
  void balance_below(TreeNode* node, TreeNode* parent) {
    while (node != root() && !is_red(node)) {
      const Side side = get(parent->child[left]) == node ? left : right;
      TreeNode* sibling = get(parent->child[other(side)]);
      if (is_red(sibling)) {
        set(sibling->color, TreeNode::black);
        set(parent->color, TreeNode::red);
        rotate(parent, side);
        sibling = get(parent->child[other(side)]);
      }
      TreeNode* far = get(sibling->child[other(side)]);
      if (!is_red(far) && !is_red(get(sibling->child[side]))) {
        set(sibling->color, TreeNode::red);
        node = parent;
        parent = get(parent->parent);
        continue;
      }
      if (!is_red(far)) {
        set(get(sibling->child[side])->color, TreeNode::black);
        set(sibling->color, TreeNode::red);
        rotate(sibling, other(side));
        far = sibling;
        sibling = get(parent->child[other(side)]);
      }
      set(sibling->color, get(parent->color));
      set(parent->color, TreeNode::black);
      set(far->color, TreeNode::black);
      rotate(parent, side);
      break;
    }
    if (node != nullptr) set(node->color, TreeNode::black);
  }

  TreeNode& header_;
};

TreeNode* next_in_tree(TreeNode* node, Side side, void* from) { return Tree(from, *node).next(node, side); }

// --- std::unordered_map and its relatives

struct RehashPolicy {
  float most_load;
  std::size_t next_resize;
};
struct Rehash {  // std::pair<bool, std::size_t>
  bool needed;
  std::size_t buckets;
};

// The library works on a copy, so that what it reads and writes is known.
template <class Work>
auto with_policy(RehashPolicy* policy, void* from, const Work& work) {
  Fields fields(from);
  RehashPolicy copy{fields.get(policy->most_load), fields.get(policy->next_resize)};
  const std::size_t before = copy.next_resize;
  const auto result = work(&copy);
  if (copy.next_resize != before) fields.set(policy->next_resize, copy.next_resize);
  return result;
}

}  // namespace
}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;

// std::__detail::_List_node_base
GRAPHFUZZ_HOOK void __wrap__ZNSt8__detail15_List_node_base7_M_hookEPS0_(ListNode* node, ListNode* before) {
  Ring(FROM).insert(*node, before);
}
GRAPHFUZZ_HOOK void __wrap__ZNSt8__detail15_List_node_base9_M_unhookEv(ListNode* node) { Ring(FROM).remove(*node); }
GRAPHFUZZ_HOOK void __wrap__ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(ListNode* node, ListNode* first,
                                                                                ListNode* last) {
  Ring(FROM).move(*node, first, last);
}
GRAPHFUZZ_HOOK void __wrap__ZNSt8__detail15_List_node_base10_M_reverseEv(ListNode* head) { Ring(FROM).reverse(*head); }
GRAPHFUZZ_HOOK void __wrap__ZNSt8__detail15_List_node_base4swapERS0_S1_(ListNode* a, ListNode* b) {
  Ring(FROM).swap(*a, *b);
}

// std::_Rb_tree_increment and its relatives
GRAPHFUZZ_HOOK TreeNode* __wrap__ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(TreeNode* node) {
  return next_in_tree(node, right, FROM);
}
GRAPHFUZZ_HOOK TreeNode* __wrap__ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(TreeNode* node) {
  return next_in_tree(node, right, FROM);
}
GRAPHFUZZ_HOOK TreeNode* __wrap__ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(TreeNode* node) {
  return next_in_tree(node, left, FROM);
}
GRAPHFUZZ_HOOK TreeNode* __wrap__ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(TreeNode* node) {
  return next_in_tree(node, left, FROM);
}
GRAPHFUZZ_HOOK void __wrap__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(bool on_left,
                                                                                             TreeNode* node,
                                                                                             TreeNode* parent,
                                                                                             TreeNode* header) {
  Tree(FROM, *header).insert(on_left ? left : right, node, parent);
}
GRAPHFUZZ_HOOK TreeNode* __wrap__ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(TreeNode* node,
                                                                                             TreeNode* header) {
  Tree(FROM, *header).erase(node);
  return node;
}

// std::__detail::_Prime_rehash_policy
GRAPHFUZZ_HOOK std::size_t __wrap__ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm(RehashPolicy* policy,
                                                                                       std::size_t buckets) {
  static const auto real_one = reinterpret_cast<std::size_t (*)(RehashPolicy*, std::size_t)>(
      next_definition("_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm"));
  return with_policy(policy, FROM, [&](RehashPolicy* copy) { return real_one(copy, buckets); });
}
GRAPHFUZZ_HOOK Rehash __wrap__ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm(RehashPolicy* policy,
                                                                                       std::size_t buckets,
                                                                                       std::size_t elements,
                                                                                       std::size_t more) {
  static const auto real_one = reinterpret_cast<Rehash (*)(RehashPolicy*, std::size_t, std::size_t, std::size_t)>(
      next_definition("_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm"));
  return with_policy(policy, FROM, [&](RehashPolicy* copy) { return real_one(copy, buckets, elements, more); });
}
