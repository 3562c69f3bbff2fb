//pass
//--blockDim=128 --gridDim=*
// Two elements a thread: the position is the thread's number with a zero put in
// at the bit of the stride. The length of the arrays is an argument.
#define SHARED_SIZE_LIMIT 256

__device__ inline void Comparator(unsigned int &keyA, unsigned int &keyB, unsigned int dir) {
  if ((keyA > keyB) == dir) {
    unsigned int t = keyA;
    keyA = keyB;
    keyB = t;
  }
}

__global__ void bitonicSortShared(unsigned int *d_Key, unsigned int arrayLength, unsigned int dir) {
  __requires(arrayLength <= SHARED_SIZE_LIMIT && (arrayLength & (arrayLength - 1)) == 0);
  __shared__ unsigned int s_key[SHARED_SIZE_LIMIT];
  d_Key += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  s_key[threadIdx.x] = d_Key[0];
  s_key[threadIdx.x + SHARED_SIZE_LIMIT / 2] = d_Key[SHARED_SIZE_LIMIT / 2];
  for (unsigned int size = 2; size < arrayLength; size <<= 1) {
    unsigned int ddd = dir ^ ((threadIdx.x & (size / 2)) != 0);
    for (unsigned int stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned int pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      Comparator(s_key[pos], s_key[pos + stride], ddd);
    }
  }
  for (unsigned int stride = arrayLength / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    unsigned int pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    Comparator(s_key[pos], s_key[pos + stride], dir);
  }
  __syncthreads();
  d_Key[0] = s_key[threadIdx.x];
  d_Key[SHARED_SIZE_LIMIT / 2] = s_key[threadIdx.x + SHARED_SIZE_LIMIT / 2];
}
