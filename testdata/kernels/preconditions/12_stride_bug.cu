//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// condition: stride > 0
// A stride of zero puts all threads at one element.
__global__ void spread(int *row, int stride) {
  row[(int)threadIdx.x * stride] = threadIdx.x;  // want "write-write race on row"
}
