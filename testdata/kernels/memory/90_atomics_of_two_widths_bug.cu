//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// Atomics of different widths are not atomic to each other where they overlap.
__global__ void count(unsigned *counts, int n) {
  if (threadIdx.x < n)
    atomicAdd(counts, 1u);  // want "race on counts"
  else
    atomicAdd((unsigned long long *)counts, 1ull << 32);  // want "race on counts"
}
