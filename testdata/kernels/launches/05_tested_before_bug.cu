//xfail:NOT_ALL_VERIFIED
// What the host tests before the launch holds in the kernel; here the halves overlap.

__global__ void halves(float *a, int n, int half) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i < half + 1) a[i] = a[i + half]; // want "race"
}

void launch(float *a, int n) {
  if (n <= 0 || n % 2 != 0) return;
  halves<<<(n / 2 + 63) / 64, 64>>>(a, n, n / 2 - 1);
}
