//--blockDim=64 --gridDim=1
#define A B A
#define B A B
#define F(x) F(F(x)) + x
__global__ void k(int *out) {
  int A_ = 0;
  out[threadIdx.x] = A_;
}
int host() { return F(F(A)); }
