//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1 --shared-bytes=512 --param ws=32
__global__ void k(int *out, int ws) {
  extern __shared__ int sh[];
  int *idx = sh;
  int *val = sh + ws;
  int t = threadIdx.x;
  idx[t] = t;  // want "write-write race on sh"
  val[t] = 2 * t;  // want "write-write race on sh"
  __syncthreads();
  out[t] = idx[t] + val[t];
}
