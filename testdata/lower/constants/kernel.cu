#define N 4
enum { A = 2, B };
const int K = A + B;
constexpr float PI = 3.14f;
__constant__ int table[N] = {1, 2, 3};
__device__ const int grid[2][2] = {{1}, {2, 3}};
__constant__ float weights[N];
__global__ void k(int *a, float *f, int n) {
  const int lut[] = {5, 6, 7};
  const int m = K * 2;
  a[m] = table[n] + grid[n][1] + lut[n] + B;
  f[0] = PI * weights[n];
}
