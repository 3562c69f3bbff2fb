//xfail:NOT_ALL_VERIFIED
// Each thread copies an element, without a guard. The program ends unless n
// is a multiple of 64, which is not enough: the last block reads what others write. The grid is rounded
// up in floating point.
#include <cstdio>
#include <cstdlib>

__global__ void mirror(float *a, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[n - 1 - i] = a[i]; // want "race on a"
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  if (n % 64 != 0) {
    fprintf(stderr, "%d is no multiple of 64\n", n);
    exit(1);
  }
  float *a;
  cudaMalloc(&a, n * sizeof(float));
  mirror<<<ceil(n / 128.0), 64>>>(a, n);
}
