//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// A fast thread raises the flag of the next round before a slow one has looked at
// that of this round.
__global__ void until_found(const int *in, int *out, int n, int key) {
  __shared__ int hit;
  int t = threadIdx.x;
  if (t == 0) hit = -1;
  __syncthreads();
  for (int base = 0; base < n; base += 128) {
    if (base + t < n && in[base + t] == key) atomicMax(&hit, base + t);  // want "race on hit"
    __syncthreads();
    if (hit >= 0) break;  // want "race on hit"
  }
  if (t == 0) *out = hit;
}
