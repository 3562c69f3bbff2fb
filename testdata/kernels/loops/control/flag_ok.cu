//pass
//--blockDim=64 --gridDim=1
// Relaxation until nothing changes: reset, work and test of the flag are each
// between barriers.
__global__ void relax(int *dist, const int *from, const int *to, const int *cost, int edges) {
  __shared__ int changed;
  int t = threadIdx.x;
  do {
    __syncthreads();
    if (t == 0) changed = 0;
    __syncthreads();
    for (int e = t; e < edges; e += 64) {
      int d = atomicAdd(&dist[from[e]], 0) + cost[e];
      if (atomicMin(&dist[to[e]], d) > d) atomicOr(&changed, 1);
    }
    __syncthreads();
  } while (changed);
}
