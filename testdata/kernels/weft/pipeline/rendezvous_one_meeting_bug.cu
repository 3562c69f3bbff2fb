//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The simplest protocol: both warps sync on one barrier, once when the row is there, once when it is read.
// Refuted: without the second meeting the next row overwrites the one that is being read.
__device__ void meet() { asm volatile("bar.sync 3, 64;" : : : "memory"); }

__global__ void rendezvous(const short *in, short *out) {
  __shared__ short row[32];
  int lane = threadIdx.x % 32;
  bool producer = threadIdx.x < 32;
  int i = 0;
  do {
    if (producer) row[lane] = in[i * 32 + lane];  // want "race on row"
    meet();
    if (!producer) out[i * 32 + lane] = row[(lane + 1) % 32] - row[lane];  // want "race on row"
  } while (++i < 5);
}
