//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=100

// 300 of the 12800 threads have no counter, and one of them believes it has: in block 97, neither the first nor the last.
__device__ int hits[12500];

__global__ void clear() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= 12500) hits[i] = 0; // want "access out of bounds: .*, where hits has 12500 elements, in thread \(84,0,0\): index 12500, in block \(97,0,0\)"
}
