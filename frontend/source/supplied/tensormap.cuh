// The map of a tensor, which the host makes: <cuda.h>.

struct alignas(64) CUtensorMap {
  unsigned long long opaque[16];
};
