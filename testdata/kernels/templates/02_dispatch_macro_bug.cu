//xfail:NOT_ALL_VERIFIED
// The types come from the cases of a dispatch macro, as aliases around the lambda that launches.
#define CASE(E, T, ...) case E: { using scalar_t = T; return __VA_ARGS__(); }
#define DISPATCH(W, ...) [&] { switch (W) { CASE(0, FIRST, __VA_ARGS__) } }()
#define FIRST float

// Each thread writes two elements of a row of as many as fit into eight bytes, or one pair.
template <typename T> __global__ void fill(T *a) {
  constexpr int row = sizeof(T) / 4;
  for (int i = 0; i < 2; i++) a[row * threadIdx.x + i] = threadIdx.x; // want "write-write race"
}

void go(void *p, int w) {
  DISPATCH(w, [&] { fill<scalar_t><<<1, 64>>>((scalar_t *)p); });
}
