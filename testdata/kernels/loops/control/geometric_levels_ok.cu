//pass
//--blockDim=128 --gridDim=*
// Two counters in step, one doubles: a row of levels a thread.
#define LEVELS 16

__global__ void pyramid(const float *in, float *out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int level = 0;
  for (int width = 1; width < n && level < LEVELS; width *= 2) {
    out[t * LEVELS + level] = in[t] / width;
    level++;
  }
}
