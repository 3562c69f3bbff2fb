//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// The lambda forgets the stride of the loop that calls it.
template <class F>
__device__ void each(int n, F f) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) f(i);
}

__global__ void k(int *a) {
  each(256, [=](int i) {
    a[i / 2] = i; // want "write-write race"
  });
}
