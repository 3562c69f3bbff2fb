//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Single elements up to a multiple of 16 bytes, then four at a time, then the rest.
#include <cstdint>
__global__ void twice(float *x, int n) {
  int t = threadIdx.x;
  int head = (16 - reinterpret_cast<uintptr_t>(x) % 16) % 16 / sizeof(float);
  if (head > n) head = n;
  if (t <= head) x[t] *= 2;  // want "race on x"
  float4 *v = reinterpret_cast<float4 *>(x + head);
  int body = (n - head) / 4;
  for (int i = t; i < body; i += blockDim.x) {
    float4 f = v[i];  // want "race on x"
    f.x *= 2, f.y *= 2, f.z *= 2, f.w *= 2;
    v[i] = f;  // want "race on x"
  }
  int done = head + 4 * body;
  if (t < n - done) x[done + t] *= 2;  // want "race on x"
}
