//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=*
// The barrier leads each step, so none follows the last one: another thread than
// 0 reads the result too early.
#ifndef BLOCK
#define BLOCK 256
#endif

__global__ void argmax(const float *x, float *best, int *where, int n) {
  __shared__ float val[BLOCK];
  __shared__ int idx[BLOCK];
  int tid = threadIdx.x;
  float v = -3.4e38f;
  int at = -1;
  for (int i = blockIdx.x * BLOCK + tid; i < n; i += gridDim.x * BLOCK) {
    if (x[i] > v) {
      v = x[i];
      at = i;
    }
  }
  val[tid] = v;
  idx[tid] = at;
  for (int s = BLOCK / 2; s > 0; s /= 2) {
    __syncthreads();
    if (tid < s && val[tid + s] > val[tid]) {
      val[tid] = val[tid + s];
      idx[tid] = idx[tid + s];  // want "race on idx"
    }
  }
  if (tid == 0) best[blockIdx.x] = val[0];
  if (tid == 1) where[blockIdx.x] = idx[0];  // want "race on idx"
}
