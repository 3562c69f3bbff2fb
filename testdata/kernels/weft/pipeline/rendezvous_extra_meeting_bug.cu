//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The simplest protocol: both warps sync on one barrier, once when the row is there, once when it is read.
// Refuted: the consumer meets once more after the loop.
__device__ void meet() { asm volatile("bar.sync 3, 64;" : : : "memory"); }

__global__ void rendezvous(const short *in, short *out) {
  __shared__ short row[32];
  int lane = threadIdx.x % 32;
  bool producer = threadIdx.x < 32;
  int i = 0;
  do {
    if (producer) row[lane] = in[i * 32 + lane];
    meet();
    if (!producer) out[i * 32 + lane] = row[(lane + 1) % 32] - row[lane];
    meet();
  } while (++i < 5);
  if (!producer) meet();  // want "deadlock"
}
