//pass
//--blockDim=64 --gridDim=2
// The compare-and-swap compares with what was read plainly, and so validates it.
__global__ void k(int *p) {
  int old = *p, seen;
  do {
    seen = old;
    old = atomicCAS(p, seen, old + 1);
  } while (seen != old);
}
