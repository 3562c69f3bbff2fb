//pass
//--blockDim=64 --gridDim=1

__global__ void scatter(int *out, const int *to) {
  __requires(__distinct_int(to[threadIdx.x]));
  out[to[threadIdx.x]] = threadIdx.x;
}
