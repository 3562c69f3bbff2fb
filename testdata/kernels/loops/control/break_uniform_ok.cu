//pass
//--blockDim=128 --gridDim=1
// All leave together, by a flag in shared memory that is read between barriers.
__global__ void until_found(const int *in, int *out, int n, int key) {
  __shared__ int hit;
  int t = threadIdx.x;
  if (t == 0) hit = -1;
  __syncthreads();
  for (int base = 0; base < n; base += 128) {
    if (base + t < n && in[base + t] == key) atomicMax(&hit, base + t);
    __syncthreads();
    if (hit >= 0) break;
    __syncthreads();
  }
  __syncthreads();
  if (t == 0) *out = hit;
}
