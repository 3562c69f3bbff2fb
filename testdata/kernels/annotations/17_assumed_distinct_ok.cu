//pass
//--blockDim=64 --gridDim=2

// What the index array holds is the user's word.
__global__ void k(int *a, const int *index) {
  int i = index[blockDim.x * blockIdx.x + threadIdx.x];
  __assume(__distinct_int(i));
  a[i] = 1 + threadIdx.x;
}
