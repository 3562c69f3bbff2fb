//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=*
// no condition
// The least distance of each vertex, without an atomic: edges lead to one vertex from several others.

__global__ void relax(int *distance, const int *to, const int *length, int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < edges)
    if (distance[to[e]] > length[e]) // want "race on distance"
      distance[to[e]] = length[e]; // want "race on distance"
}
