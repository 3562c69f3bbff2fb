//pass
//--blockDim=128 --gridDim=2
// The loop of the CUDA guide: the compare-and-swap validates what was read plainly.
__device__ float multiply(float *p, float by) {
  unsigned *u = (unsigned *)p;
  unsigned old = *u, seen;
  do {
    seen = old;
    old = atomicCAS(u, seen, __float_as_uint(by * __uint_as_float(seen)));
  } while (seen != old);
  return __uint_as_float(old);
}
__global__ void product(float *x) { multiply(x, 2.0f); }
