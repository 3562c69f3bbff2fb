//xfail:data-race
//--blockDim=64 --gridDim=1

__global__ void scatter(int *out, const int *to) {
  out[to[threadIdx.x]] = threadIdx.x;
}
