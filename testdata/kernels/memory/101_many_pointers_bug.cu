//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=[8,4]
// A parameter with pointers to many arrays, of which each row of blocks takes one.
struct Arrays {
  float *of[36];
  int n[36];
};
__global__ void scale(Arrays a, float by) {
  float *p = a.of[blockIdx.y / 2];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < a.n[blockIdx.y]) p[i] = p[i] * by;  // want "race on a.of"
}
