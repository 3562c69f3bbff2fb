//xfail:NOT_ALL_VERIFIED
//--blockDim=8,8 --gridDim=2,2 --param nz=16
// 3-D stencil by marching along z with the plane in shared memory.
__global__ void march(const float *in, float *out, int nz) {
  __shared__ float plane[10][10];
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (threadIdx.x == 0) plane[ty][0] = plane[ty][9] = 0.f;
  if (threadIdx.y == 0) plane[0][tx] = plane[9][tx] = 0.f;
  for (int z = 0; z < nz; ++z) {
    int at = (z * 16 + y) * 16 + x;
    plane[ty][tx] = in[at];  // want "read-write race on plane"
    __syncthreads();
    out[at] = plane[ty - 1][tx] + plane[ty + 1][tx] +  // may "read-write race on plane"
              plane[ty][tx - 1] + plane[ty][tx + 1] - 4.f * plane[ty][tx];  // may "read-write race on plane"
  }
}
