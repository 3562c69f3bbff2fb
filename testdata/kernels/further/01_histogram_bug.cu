//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// Two arrays are counted in without atomics: the race on bins shows for one input already, that on
// local takes two equal pixels.
__global__ void histogram(const unsigned char *pixels, unsigned *bins, int n) {
  __shared__ unsigned local[256];
  for (int b = threadIdx.x; b < 256; b += blockDim.x)
    local[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    local[pixels[i]]++; // want "race on local"
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x)
    bins[b] += local[b]; // want "race on bins"
}
