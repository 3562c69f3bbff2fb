//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// A guess is no assumption: this one does not hold, nor does what would follow.
__global__ void k(int *a) {
  int s = 0;
  for (int i = 0; __candidate_invariant(s == 3 * i), i < 4; i++) {
    s += 2;
  }
  __assert(s == 12); // want "assertion"
  a[threadIdx.x] = s;
}
