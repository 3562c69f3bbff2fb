//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// Struct of arrays passed by value.
struct Particles {
  float *x;
  float *v;
  int count;
};
__global__ void drift(Particles ps, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < ps.count) {
    ps.x[i / 2] += ps.v[i] * dt;  // want "race on"
  }
}
