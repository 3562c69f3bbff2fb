//pass
//--blockDim=64 --gridDim=2
// Atomics of different widths on different words.
__global__ void count(unsigned *counts, int n) {
  if (threadIdx.x < n)
    atomicAdd(counts, 1u);
  else
    atomicAdd((unsigned long long *)(counts + 2), 1ull << 32);
}
