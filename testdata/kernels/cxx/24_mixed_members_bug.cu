//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// All threads up to the owner write.
struct Task {
  short kind;
  int owner;
  float weight;
};
__constant__ const Task own = {1, 3, 0.5f};
__global__ void pick(const Task *tasks, int *out, int n) {
  for (int i = 0; i < n; i++) {
    if (tasks[i].owner >= threadIdx.x)
      out[i] = threadIdx.x;  // want "write-write race on out"
    if (tasks[i].weight > 0.5f)
      __syncthreads();
  }
  if (own.owner >= threadIdx.x)
    out[n] = 1;
}
