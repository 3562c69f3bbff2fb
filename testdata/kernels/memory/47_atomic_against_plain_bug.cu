//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// A counter that some threads poll with a plain load.
__global__ void poll(int *counter, const int *work, int *seen) {
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  if (work[g] > 0) atomicAdd(counter, 1);  // want "atomic-read race on counter"
  seen[g] = *counter;  // want "atomic-read race on counter"
}
