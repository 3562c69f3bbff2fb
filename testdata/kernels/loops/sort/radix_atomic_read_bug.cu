//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The place is read, then moved on: two threads may read the same one.
__global__ void scatter(const unsigned int *keys, unsigned int *out, unsigned int *place, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    unsigned int at = *place;  // want "race on place"
    atomicAdd(place, 1u);  // want "race on place"
    out[at + threadIdx.x * n] = keys[i];
  }
}
