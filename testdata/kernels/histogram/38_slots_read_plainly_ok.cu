//pass
//--blockDim=64 --gridDim=1
// The compare-and-swap alone looks at slots.
__global__ void claim(const int *keys, int *out) {
  __shared__ int ids[256];
  for (int i = threadIdx.x; i < 256; i += 64) ids[i] = -1;
  __syncthreads();
  int key = keys[threadIdx.x], at = key & 255;
  for (int probe = 0; probe < 256; ++probe) {
    int old = atomicCAS(&ids[at], -1, key);
    if (old == -1 || old == key) break;
    at = (at + 1) & 255;
  }
  out[threadIdx.x] = at;
}
