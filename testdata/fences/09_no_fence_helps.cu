//--blockDim=1 --gridDim=2
// fences: none
// The flag is plain: it races whatever fences there are.
__device__ int data, flag;

__global__ void k(int *out) {
  if (blockIdx.x == 0) {
    data = 42;
    flag = 1;
  } else if (flag == 1) {
    out[0] = data;
  }
}
