//pass
//--blockDim=64 --gridDim=1

// A loop over elements that a lambda is called for.
template <class F>
__device__ void each(int n, F f) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) f(i);
}

__global__ void k(int *a) {
  each(256, [=](int i) { a[i] = i; });
}
