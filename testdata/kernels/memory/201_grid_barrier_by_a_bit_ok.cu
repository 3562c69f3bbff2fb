//pass
//--blockDim=64 --gridDim=*,1,1

// The barrier of a grid as the headers of cooperative groups write it: all blocks together add 0x80000000, so the highest bit turns when the last one has come. It
// holds for every size of the grid, for any number of rounds, and at the next launch, too.
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
    __threadfence();
    old = atomicAdd((unsigned *)arrived, n);
    while (!flipped(old, *arrived)) {}
    __threadfence();
  }
  __syncthreads();
}

__global__ void turn(int *from, int *to, int rounds) {
  int me = blockIdx.x * 64 + threadIdx.x, other = (gridDim.x - 1 - blockIdx.x) * 64 + threadIdx.x;
  for (int i = 0; i < rounds; i++) {
    from[me] += i;
    sync_grid(&arrived);
    to[me] = from[other];
    sync_grid(&arrived);
  }
}

void host(int *from, int *to) {
  turn<<<8, 64>>>(from, to, 3);
  turn<<<8, 64>>>(from, to, 4);
}
