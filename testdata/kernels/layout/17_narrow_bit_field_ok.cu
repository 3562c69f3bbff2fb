//pass
//--blockDim=32 --gridDim=1

// A bit-field keeps the lowest bits of what it gets, however large that is: state is i, and so is twice.
struct Slot {
  unsigned state : 5;
  int shade : 6;
};

__global__ void k(int *out, unsigned n) {
  unsigned i = threadIdx.x;
  __requires(n < 10);
  Slot s;
  s.state = 32 * (n + 1) + i;
  s.shade = 64 * (int)(n + 1) + (int)i;
  if (s.state < 32 && s.shade >= 0)
    out[s.shade] = i;
}
