//xfail:NOT_ALL_VERIFIED
//--blockDim=2 --gridDim=2

// The fence in front of the arrival orders nothing beyond the block.
__device__ unsigned arrived;

__device__ bool flipped(unsigned old, unsigned now) { return ((old ^ now) & 0x80000000) != 0; }

__device__ void sync_grid(volatile unsigned *arrived) {
  unsigned old = 0;
  __syncthreads();
  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) {
    unsigned expected = gridDim.x * gridDim.y * gridDim.z;
    bool first = blockIdx.x + blockIdx.y + blockIdx.z == 0;
    unsigned n = 1;
    if (first) n = 0x80000000 - (expected - 1);
    __threadfence_block();
    old = atomicAdd((unsigned *)arrived, n);
    while (!flipped(old, *arrived)) {}
    __threadfence();
  }
  __syncthreads();
}

__global__ void turn(int *from, int *to) {
  int me = blockIdx.x * 2 + threadIdx.x, other = (1 - blockIdx.x) * 2 + threadIdx.x;
  from[me] = me; // want "race on from"
  sync_grid(&arrived);
  to[me] = from[other]; // want "race on from"
}
