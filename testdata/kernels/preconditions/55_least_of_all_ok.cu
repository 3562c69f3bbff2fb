//pass
//--blockDim=64 --gridDim=*
// The same with an atomic.

__global__ void relax(int *distance, const int *to, const int *length, int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges)
    atomicMin(&distance[to[e]], length[e]);
}
