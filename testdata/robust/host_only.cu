//--blockDim=64 --gridDim=1
// No kernel here: there is nothing to verify, and nothing to trip over.
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace util {
template <typename T, std::size_t N = 4>
class Ring final : public std::vector<T> {
 public:
  explicit Ring(std::initializer_list<T> xs) noexcept(false) : std::vector<T>(xs) {}
  auto first() const -> const T & { return this->front(); }
  friend std::ostream &operator<<(std::ostream &os, const Ring &r) { return os << r.size(); }
};
}  // namespace util

constexpr auto kRaw = R"x(__global__ void not_a_kernel() { /* " } )x";

template <typename... Ts>
auto total(Ts &&...xs) {
  return (0 + ... + xs);
}

int main(int argc, char **argv) try {
  util::Ring<int> ring{1, 2, 3};
  std::map<std::string, std::unique_ptr<int>> m;
  m["a"] = std::make_unique<int>(1'000);
  auto f = [&, n = argc](auto x) mutable { return x + n++; };
  std::sort(ring.begin(), ring.end(), [](int a, int b) { return a > b; });
  for (auto &&[k, v] : m) std::cout << k << *v << f(1) << kRaw;
  std::cout << ring << total(1, 2, 3) << (argc > 1 ? argv[1] : "none") << '\n';
  return 0;
} catch (const std::exception &e) {
  std::cerr << e.what();
  return 1;
}
