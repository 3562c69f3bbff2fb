//pass
//--blockDim=64
// Nothing here tells the type; it is taken for float, and the verdict says so.
#include <ATen/Dispatch.h>

template <typename scalar_t> __global__ void fill(scalar_t *a) {
  constexpr int row = sizeof(scalar_t);
  for (int i = 0; i < 4; i++) a[row * (blockIdx.x * blockDim.x + threadIdx.x) + i] = threadIdx.x;
}

void go(at::Tensor t) {
  AT_DISPATCH_FLOATING_TYPES(t.scalar_type(), "fill", [&] { fill<scalar_t><<<4, 64>>>(t.data_ptr<scalar_t>()); });
}
