//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// What a specification leaves in a reference is not what was there before: all
// that is known of i is that it is not negative.
__device__ void __spec_next(int &i) { __ensures(i >= 0); }

__device__ void raise(int &i) {
  __ensures(i == __old_int(i) + 1); // of what it leaves there
  i++;
}

__global__ void next(int *p) {
  int i = threadIdx.x;
  __spec_next(i);
  raise(i);
  p[i] = threadIdx.x; // want "write-write race on p"
}
