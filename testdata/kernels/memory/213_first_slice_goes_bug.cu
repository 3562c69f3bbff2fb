//xfail:NOT_ALL_VERIFIED

// The first two slices do not wait.
__global__ void add_up(const float *a, float *c, int *turn, int k) {
  int tile = blockIdx.x, slice = blockIdx.y, t = threadIdx.x;
  float sum = 0;
  for (int i = slice; i < k; i += gridDim.y) sum += a[tile * k + i];
  if (slice > 1 && t == 0) {
    while (atomicAdd(&turn[tile], 0) != slice) {}
    __threadfence();
  }
  __syncthreads();
  if (slice == 0) c[tile * 64 + t] = sum; // want "race on c"
  else c[tile * 64 + t] += sum;  // want "race on c"
  __threadfence();
  __syncthreads();
  if (t == 0) atomicExch(&turn[tile], slice == (int)gridDim.y - 1 ? 0 : slice + 1);
}

void run(const float *a, float *c, int *turn, int tiles, int slices, int k) {
  add_up<<<dim3(2, 3), 64>>>(a, c, turn, k);
}
