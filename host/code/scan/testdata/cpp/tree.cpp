// tree.cpp: void no() {
#include <memory>
#include "tree.hpp"

using namespace std;
using Names = std::vector<std::string>; // def: Names
namespace a::b {

/// A tree of T.
template <typename T, class Cmp = std::less<T>>
class Tree final : public Base<T>, private Cmp { // def: Tree
 public:
  using value_type = T;
  Tree() : root_(nullptr), size_{0} {} // def: Tree.Tree
  explicit Tree(const Tree &other) = delete;
  virtual ~Tree() { clear(); } // def: Tree.~Tree

  bool operator()(const T &a) const { return true; } // def: Tree.operator()
  Tree &operator=(Tree &&other) noexcept { return *this; } // def: Tree.operator=
  T &operator[](size_t i) { return at(i); } // def: Tree.operator[]
  explicit operator bool() const { return size_ > 0; } // def: Tree.operator bool
  int size() const;
  auto begin() -> iterator { return {}; } // def: Tree.begin

 protected:
  struct Node { // def: Tree.Node
    T value;
    std::unique_ptr<Node> left, right;
    int depth() const { return 1; } // def: Tree.Node.depth
  };

 private:
  Node *root_ = nullptr;
  std::map<std::string, int> names_{{"a", 1}};
  const char *text_ = R"x(void raw() { )")x";
};

enum class Color : int { Red, Green }; // def: Color
enum Old { A, B }; // def: Old
class Forward;
struct Pod { // def: Pod
  int a = 1'000;
};

template <typename T, class Cmp>
int Tree<T, Cmp>::size() const { // def: Tree.size
  return size_;
}
template <>
struct hash<Pod> { // def: hash
  size_t operator()(const Pod &p) const noexcept { return p.a; } // def: hash.operator()
};

Pod::Pod(int a) // def: Pod.Pod
    : a(a), b{a}, c([] { return 1; }()) {
  run();
}
Pod::~Pod() = default;

static inline std::map<std::string, std::vector<int>> build(int n) { // def: build
  auto f = [&](int x) { return x < n; };
  return {};
}
std::ostream &operator<<(std::ostream &os, const Pod &p) { return os << p.a; } // def: operator<<
template <class T> concept Sized = requires(T t) { t.size(); }; // def: Sized

}  // namespace a::b

namespace {
int hidden() { return '{'; } // def: hidden
}  // namespace

extern "C" {
int c_function(void) { return 1; } // def: c_function
}

TEST(Tree, Grows) { // def: TEST
  EXPECT_EQ(1, 1);
}

int (*Tree::visitor(int depth))(Node &) { return depth ? visit : nullptr; } /* def: Tree.visitor */
static int (Node::*getter(bool deep))() const { return deep ? &Node::depth : &Node::size; } /* def: getter */
int (&numbers())[3] { return all; } /* def: numbers */
