//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=8
// Tasks in memory, with pointers to their data.
struct Task {
  int *data;
  const int *add;
  int n;
};
__device__ Task *tasks;

__global__ void work() {
  Task t = tasks[blockIdx.x];
  for (int i = threadIdx.x; i < t.n; i += blockDim.x) t.data[i & 31] += t.add[i];  // want "race on"
}
