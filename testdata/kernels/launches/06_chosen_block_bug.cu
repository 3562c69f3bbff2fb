//xfail:NOT_ALL_VERIFIED
// The size of the block is set through a reference, and is larger than the array.

__global__ void slots(int *o) {
  __shared__ int s[64];
  s[threadIdx.x % 32] = threadIdx.x; // want "race"
  o[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

static void choose(int &threads) { threads *= 64; }

void launch(int *o) {
  int threads = 1;
  choose(threads);
  slots<<<8, threads>>>(o);
}
