//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=*
// One level more than a row has.
#define LEVELS 16

__global__ void pyramid(const float *in, float *out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int level = 0;
  for (int width = 1; width < n && level <= LEVELS; width *= 2) {
    out[t * LEVELS + level] = in[t] / width;  // want "race on out"
    level++;
  }
}
