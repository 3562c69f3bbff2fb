//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=*
// The mask is the stride, not what is below its bit.
#define SHARED_SIZE_LIMIT 256

__global__ void bitonicSortShared(unsigned int *d_Key, unsigned int arrayLength, unsigned int dir) {
  __requires(arrayLength <= SHARED_SIZE_LIMIT && (arrayLength & (arrayLength - 1)) == 0);
  __shared__ unsigned int s_key[SHARED_SIZE_LIMIT + 128];
  d_Key += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  s_key[threadIdx.x] = d_Key[0];
  s_key[threadIdx.x + SHARED_SIZE_LIMIT / 2] = d_Key[SHARED_SIZE_LIMIT / 2];
  for (unsigned int size = 2; size < arrayLength; size <<= 1) {
    for (unsigned int stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned int pos = 2 * threadIdx.x - (threadIdx.x & stride);
      unsigned int a = s_key[pos], b = s_key[pos + stride];  // want "race on s_key"
      s_key[pos] = min(a, b);  // want "race on s_key"
      s_key[pos + stride] = max(a, b);  // want "race on s_key"
    }
  }
  __syncthreads();
  d_Key[0] = s_key[threadIdx.x];
  d_Key[SHARED_SIZE_LIMIT / 2] = s_key[threadIdx.x + SHARED_SIZE_LIMIT / 2];
}
