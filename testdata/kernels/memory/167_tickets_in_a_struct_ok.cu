//pass
//--blockDim=64 --gridDim=1000

// Both words of a lock by tickets are members of one struct.
struct Turn {
  int next, now;
};

__global__ void append(Turn *turns, int *log, const int *in) {
  if (threadIdx.x != 0) return;
  int i = in[blockIdx.x] & 63;
  int my = atomicAdd(&turns[i].next, 1);
  while (atomicAdd(&turns[i].now, 0) != my) {
  }
  __threadfence();
  log[i] = log[i] + 1;
  __threadfence();
  atomicAdd(&turns[i].now, 1);
}
