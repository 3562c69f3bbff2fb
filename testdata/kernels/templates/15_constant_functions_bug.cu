//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Constant expressions that call functions with branches, loops, switches and structs.
enum Kind { Small = 3, Large = 7 };

struct Config {
  int rows, columns;
  bool wide;
  constexpr __host__ __device__ Config(int rows, int columns, bool wide) : rows(rows), columns(columns), wide(wide) {}
};

constexpr __host__ __device__ int rows(Kind k) {
  switch (k) {
    case Small: return 5;
    case Large: return 9;
    default: return 1;
  }
}

constexpr __host__ __device__ int sum(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    if (i == 2) continue;
    if (i == 8) break;
    s += i;
  }
  do s++;
  while (s < 4);
  return s;
}

constexpr __host__ __device__ Config config(Kind k) {
  if (k == Small) return Config(1, 2, false);
  if (k == Large) return {3, 4, true};
  return Config(0, 0, false);
}

constexpr __host__ __device__ bool wide(Kind k) {
  const Config c = config(k);
  return c.wide;
}

template <int N> struct Number { static const int value = N; };

template <Kind k>
__global__ void kernel(int *p) {
  constexpr int n = rows(k);
  constexpr Config c = config(k);
  float x[sum(n)], y[n][c.rows];
  __assert(sizeof(x) == 4 * 27 && sizeof(y) == 4 * 27);
  __assert(Number<config(k).columns>::value == 4);
  if constexpr (wide(k)) {
    for (int i = 0; i < c.rows; i++) p[threadIdx.x * (c.rows - 1) + i] = threadIdx.x; // want "race"
  } else {
    static_assert(wide(k), "not reached");
  }
}

void run(int *p) { kernel<Large><<<1, 64>>>(p); }
