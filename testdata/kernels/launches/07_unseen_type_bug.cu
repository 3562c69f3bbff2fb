//xfail:NOT_ALL_VERIFIED
// Each thread copies an element, which is right for the first half of them, but there is one for each.
// The type of n is not seen, since the class of the array is in a header that is missing.

__global__ void mirror(float *a, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[n - 1 - i] = a[i]; // want "race on a"
}

void run(Array array, float *a) {
  auto n = array->shape[0];
  mirror<<<n / 64, 64>>>(a, n);
}
