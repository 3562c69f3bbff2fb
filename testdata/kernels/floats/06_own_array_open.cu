//pass
//--blockDim=64 --gridDim=2
// All threads store the same: nobody follows what each keeps in an array of its own, but no execution shows two values.
__global__ void k(float *o, int n) {
  float f[4];
  for (int i = 0; i < 4; ++i) f[i] = i + n;
  o[0] = f[n & 3];
}
