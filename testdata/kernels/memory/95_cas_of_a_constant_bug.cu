//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// The compare-and-swap compares with a constant: it does not validate what was read plainly.
__global__ void k(int *p) {
  int old = *p, seen;  // want "race on p"
  do {
    seen = 0;
    old = atomicCAS(p, seen, old + 1);  // want "race on p"
  } while (seen != old);
}
