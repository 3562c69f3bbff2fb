//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// Later rounds store what depends on the first read, which they do not validate.
__global__ void k(int *p) {
  int old = *p, seen, first = old;  // want "race on p"
  do {
    seen = old;
    old = atomicCAS(p, seen, first + 1);  // want "race on p"
  } while (seen != old);
}
