//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// Casts to a base and back move the pointer, reinterpret_cast does not.
struct B1 {
  int a;
};
struct B2 {
  int b;
};
struct D : B1, B2 {
  int c;
};

__global__ void k(D *d) {
  int t = threadIdx.x;
  B2 *p = reinterpret_cast<B2 *>(d + t);
  p->b = t;               // want "race on d"
  if (t < 63) d[t + 1].a = 1000; // want "race on d"
}
