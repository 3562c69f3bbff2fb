//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=8
// A table of pointers in local variables, with an index that the loop makes.
__global__ void both(float *a, float *b, const float *in) {
  float *out[2] = {a, b};
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k <= 2; k++) out[k][i] = in[i] * k;  // want "index is inside"
}
