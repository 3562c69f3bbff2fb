//pass
//--blockDim=64 --gridDim=1

// A namespace alias in a block hides the one around it until the block ends.
namespace narrow { constexpr int row = 1; namespace deep { constexpr int row = 4; } }
namespace wide { constexpr int row = 4; namespace deep { constexpr int row = 3; } }
namespace n = narrow;

__global__ void k(int *a, int *b) {
  {
    namespace n = wide;
    namespace d = narrow::deep;
    for (int i = 0; i < n::row; i++) a[d::row * threadIdx.x + i] = threadIdx.x;
  }
  for (int i = 0; i < n::row; i++) b[threadIdx.x + i] = threadIdx.x;
}
