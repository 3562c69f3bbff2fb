//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=*
// The result replaces the input, which windows of other threads contain.
#define B 128

__global__ void window_sum(float *v, int n, int w) {
  __requires(2 <= w && w <= 64);
  for (int i = blockIdx.x * B + threadIdx.x; i + w <= n; i += gridDim.x * B) {
    float sum = 0.f;
    for (int k = 0; k < w; k++) sum += v[i + k];  // want "race on v"
    v[i] = sum;  // want "race on v"
  }
}
