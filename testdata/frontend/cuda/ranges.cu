// Range-based for, and structured bindings.
struct Pair {
  int first;
  float second;
};

__device__ Pair pair_of(int n);

__global__ void k(int *p) {
  int table[4] = {1, 2, 3, 4};
  for (int x : table) p[x] = 0;
  for (const auto &x : {1, 2, 3}) {
    p[x ? x : 0]++;
  }
#pragma unroll
  for (int n = 2; auto &[a, b] : table) p[n] = a;
  auto [first, second] = pair_of(3);
  auto &&[x, y]{table[0]};
  const auto &[u, v](pair_of(4));
  if (auto [i, f] = pair_of(1); f > 0) p[i] = first;
}
