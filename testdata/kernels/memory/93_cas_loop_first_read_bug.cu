//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=2
// What was read plainly is used besides, and nothing validates that.
__device__ float multiply(float *p, float by) {
  unsigned *u = (unsigned *)p;
  unsigned first = *u, old = first, seen;  // want "race on x"
  do {
    seen = old;
    old = atomicCAS(u, seen, __float_as_uint(by * __uint_as_float(seen)));  // want "race on x"
  } while (seen != old);
  return __uint_as_float(first);
}
__global__ void product(float *x, float *before) {
  before[blockIdx.x * 128 + threadIdx.x] = multiply(x, 2.0f);
}
