//xfail:NOT_ALL_VERIFIED
//--blockDim=[8,8,4] --gridDim=*,*,*
// Planes that begin one row too early overlap however large the strides are: no condition helps.
__global__ void number(float *p, int n0, int n1, int n2, int s1, int s2) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < n0 && y < n1 && z < n2)
    p[x + y * s1 + z * (s2 - s1) + (z > 0 ? n1 * s1 : 0) - (z > 0 ? s2 : 0)] = x + 0.5f * y + 0.25f * z;  // want "write-write race on p"
}
