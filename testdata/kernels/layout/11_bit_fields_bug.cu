//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Bit-fields without a break between them are one memory location.
struct A {
  unsigned a : 3;
  unsigned b : 7;
  unsigned : 0;
  unsigned c : 5;
};

__global__ void k(A *a) {
  int t = threadIdx.x;
  if (t < 32) a[t].a = 1; // want "race on a"
  else a[t - 32].b = 1;   // want "race on a"
}
