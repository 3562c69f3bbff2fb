//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Slots are looked at plainly, twice, before one is claimed.
__global__ void claim(const int *keys, int *out) {
  __shared__ int ids[256];
  for (int i = threadIdx.x; i < 256; i += 64) ids[i] = -1;
  __syncthreads();
  int key = keys[threadIdx.x], at = key & 255;
  for (int probe = 0; probe < 256; ++probe) {
    if (ids[at] == key) break;                                                    // want "race on ids"
    if (ids[at] == -1 && atomicCAS(&ids[at], -1, key) == -1) break;  // want "race on ids"
    at = (at + 1) & 255;
  }
  out[threadIdx.x] = at;
}
