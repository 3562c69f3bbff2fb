//pass
//--blockDim=64 --gridDim=1

// Bit-fields without a break between them are one memory location.
struct A {
  unsigned a : 3;
  unsigned b : 7;
  unsigned : 0;
  unsigned c : 5;
};

__global__ void k(A *a, int *o) {
  int t = threadIdx.x;
  if (t < 32) a[t].a = t;
  else a[t - 32].c = 1;
  A x;
  x.b = t + 128;
  o[x.b - 1 < 0 ? 127 : x.b] = 1;
}
