//pass
//--blockDim=64 --gridDim=2
// Array of structs: each thread moves its own particle.
struct Particle {
  float pos[3];
  float vel[3];
  int alive;
};

__global__ void advance(Particle *p, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (!p[i].alive) return;
  for (int d = 0; d < 3; ++d) p[i].pos[d] += dt * p[i].vel[d];
  if (p[i].pos[0] < 0.f) p[i].alive = 0;
}
