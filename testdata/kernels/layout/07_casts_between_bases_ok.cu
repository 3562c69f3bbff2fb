//pass
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
  B2 *p = (B2 *)(d + t);
  static_cast<D *>(p)->a = t;
  if (t < 63) d[t + 1].b = 1000;
  static_cast<D &>(*p).c = 3;
}
