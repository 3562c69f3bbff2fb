//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=100

// 100 blocks of 128 threads are 12800 threads, 300 more than there are counters.
__device__ int hits[12500];

__global__ void clear() {
  hits[blockIdx.x * blockDim.x + threadIdx.x] = 0; // want "access out of bounds: .*, where hits has 12500 elements, in thread \(84,0,0\): index 12500, in block \(97,0,0\)"
}
