//pass
//--blockDim=64 --gridDim=2
// Each round stores what depends on the value that it compares with.
__global__ void k(int *p) {
  int old = *p, seen;
  do {
    seen = old;
    int next = seen + 1;
    old = atomicCAS(p, seen, next);
  } while (seen != old);
}
