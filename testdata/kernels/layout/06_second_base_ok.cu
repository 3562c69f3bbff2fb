//pass
//--blockDim=64 --gridDim=1

// A pointer to the second base is not one to the start of the object.
struct B1 {
  int a;
};
struct B2 {
  int b;
};
struct D : B1, B2 {
  int c;
};

__device__ void set(B2 *p, int v) { p->b = v; }

__global__ void k(D *d) {
  int t = threadIdx.x;
  set(&d[t], t);
  if (t < 63) d[t + 1].a = -t - 1;
}
