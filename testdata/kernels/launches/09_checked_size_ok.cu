//pass
// Each thread copies an element, without a guard. That is right because the
// program ends unless n is a multiple of 128. The grid is rounded up in floating point.
#include <cstdio>
#include <cstdlib>

__global__ void mirror(float *a, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[n - 1 - i] = a[i];
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  if (n % 128 != 0) {
    fprintf(stderr, "%d is no multiple of 128\n", n);
    exit(1);
  }
  float *a;
  cudaMalloc(&a, n * sizeof(float));
  mirror<<<ceil(n / 128.0), 64>>>(a, n);
}
