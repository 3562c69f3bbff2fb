struct V {
  float x, y;
  __device__ V(float a, float b) : x(a), y(b) {}
  __device__ float dot(const V &o) const { return x * o.x + y * o.y; }
  __device__ V operator+(const V &o) const { return V(x + o.x, y + o.y); }
  __device__ V &add(float d) { x += d; this->y += d; return *this; }
};
__device__ V operator*(const V &a, float s) { return V(a.x * s, a.y * s); }
__global__ void k(float *o, int n) {
  V a(1.0f, 2.0f), b{3.0f, o[n]};
  V c = (a + b) * 2.0f;
  c.add(1.0f);
  o[0] = c.dot(a);
}
