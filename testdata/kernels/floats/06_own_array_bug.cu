//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// The threads keep different values.
__global__ void k(float *o, int n) {
  float f[4];
  for (int i = 0; i < 4; ++i) f[i] = i + n + (int)threadIdx.x;
  o[0] = f[n & 3];  // want "write-write race on o"
}
