//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=2
// Shared memory down to one warp, then shuffles.
template <typename T>
__device__ __forceinline__ T unused_max(T a, T b) { return a < b ? b : a; }

__inline__ __device__ int warpReduceSum(int val) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    val += __shfl_down_sync(0xffffffff, val, offset);
  return val;
}

__global__ void reduce_shfl(const int *in, int *out) {
  __shared__ int partial[4];
  int lane = threadIdx.x % warpSize;
  int wid = threadIdx.x / warpSize;
  int val = warpReduceSum(in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (lane == 0) partial[wid] = val;  // want "write-read race on partial"
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int w = 0; w < 4; ++w) sum += partial[w];  // want "write-read race on partial"
    out[blockIdx.x] = sum;
  }
}
