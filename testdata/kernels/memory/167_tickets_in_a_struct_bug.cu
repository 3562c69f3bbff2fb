//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1000

// The next holder is let in by its ticket alone: nobody waits for the other member.
struct Turn {
  int next, now;
};

__global__ void append(Turn *turns, int *log, const int *in) {
  if (threadIdx.x != 0) return;
  int i = in[blockIdx.x] & 63;
  int my = atomicAdd(&turns[i].next, 1);
  while (atomicAdd(&turns[i].next, 0) <= my) {
  }
  __threadfence();
  log[i] = log[i] + 1; // want "race on log"
  __threadfence();
  atomicAdd(&turns[i].now, 1);
}
