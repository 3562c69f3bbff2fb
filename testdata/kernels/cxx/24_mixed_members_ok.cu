//pass
//--blockDim=64 --gridDim=1

// A member that is wider than the units of its struct is the same for all threads that read it.
struct Task {
  short kind;
  int owner;
  float weight;
};
__constant__ const Task own = {1, 3, 0.5f};
__global__ void pick(const Task *tasks, int *out, int n) {
  for (int i = 0; i < n; i++) {
    if (tasks[i].owner == threadIdx.x)
      out[i] = threadIdx.x;
    if (tasks[i].weight > 0.5f)
      __syncthreads();
  }
  if (own.owner == threadIdx.x)
    out[n] = 1;
}
