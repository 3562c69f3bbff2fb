//xfail:NOT_ALL_VERIFIED
//--blockDim=[8,8,4] --gridDim=*,*,*
// condition: (s0 > 0 && s1 >= n0 * s0 && s2 >= n1 * s1) || (s2 > 0 && s1 >= n2 * s2 && s0 >= n1 * s1)
// A tensor with three strides: each has to be at least what the dimension within it takes.
__global__ void number(float *p, int n0, int n1, int n2, int s0, int s1, int s2) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < n0 && y < n1 && z < n2)
    p[x * s0 + y * s1 + z * s2] = x + 0.5f * y + 0.25f * z;  // want "write-write race on p"
}
