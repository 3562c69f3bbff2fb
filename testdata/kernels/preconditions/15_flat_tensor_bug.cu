//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=*
// condition: n0 > 0 && n1 > 0 && s0 > 0 && s1 >= n0 * s0 && s2 >= n1 * s1
// The coordinates of a flat index, written out as differences.
__global__ void copy(const float *from, float *to, int n, int n0, int n1, int s0, int s1, int s2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int i2 = i / (n0 * n1);
  int i1 = (i - i2 * n0 * n1) / n0;
  int i0 = i - i2 * n0 * n1 - i1 * n0;
  to[i0 * s0 + i1 * s1 + i2 * s2] = from[i];  // want "write-write race on to"
}
