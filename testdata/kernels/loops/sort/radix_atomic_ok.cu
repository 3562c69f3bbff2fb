//pass
//--blockDim=64 --gridDim=1
// The second half: a place in the digit's run is taken by an atomic; every place is
// taken once.
__global__ void scatter(const unsigned int *keys, unsigned int *out, unsigned int *place, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    unsigned int at = atomicAdd(place, 1u);
    out[at] = keys[i];
  }
}
