//--blockDim=1 --gridDim=2
// flags: --ensures flag==1
// rejected: 1 did not end
// Nobody sets the flag.
__device__ int flag;

__global__ void waits() {
  while (atomicAdd(&flag, 0) == 0) { }
}
