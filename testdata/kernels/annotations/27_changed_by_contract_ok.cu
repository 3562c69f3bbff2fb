//pass
//--blockDim=64 --gridDim=1

// What a specification leaves in a reference is what it ensures.
__device__ void __spec_next(int &i, int t) { __ensures(i == 2 * t); }

__device__ void raise(int &i) {
  __ensures(i == __old_int(i) + 1); // of what it leaves there
  i++;
}

__global__ void next(int *p) {
  int i;
  __spec_next(i, threadIdx.x);
  raise(i);
  p[i] = threadIdx.x;
}
