//pass
//--blockDim=64
// Nothing here tells the type; it is taken for float, and the verdict says so.
#include <their/dispatch.h>

template <typename scalar_t> __global__ void fill(scalar_t *a) {
  constexpr int row = sizeof(scalar_t);
  for (int i = 0; i < 4; i++) a[row * (blockIdx.x * blockDim.x + threadIdx.x) + i] = threadIdx.x;
}

void go(their::tensor t) {
  THEIR_DISPATCH(t.scalar_type(), "fill", [&] { fill<scalar_t><<<4, 64>>>(t.data_ptr<scalar_t>()); });
}
