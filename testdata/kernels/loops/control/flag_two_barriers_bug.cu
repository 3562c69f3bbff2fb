//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The flag is reset while slower threads still test it.
__global__ void relax(int *dist, const int *from, const int *to, const int *cost, int edges) {
  __shared__ int changed;
  int t = threadIdx.x;
  do {
    if (t == 0) changed = 0;  // want "race on changed"
    __syncthreads();
    for (int e = t; e < edges; e += 64) {
      int d = atomicAdd(&dist[from[e]], 0) + cost[e];
      if (atomicMin(&dist[to[e]], d) > d) atomicOr(&changed, 1);
    }
    __syncthreads();
  } while (changed);  // want "race on changed"
}
