//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// y = a x + y with a grid-stride loop.
#include <cuda_runtime.h>
#include <iostream>
__global__ void saxpy(int n, float a, const float *x, float *y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x) {
    y[i] = a * x[i] + y[i];  // want "race on y"
  }
}

template <class F> void time_it(const char *what, F &&f) {
  cudaEvent_t start;
  cudaEventCreate(&start);
  f();
  std::cout << what << " done\n";
}

int main() {
  float *x = nullptr, *y = nullptr;
  time_it("saxpy", [&] { saxpy<<<4, 64>>>(1 << 20, 2.0f, x, y); });
}
