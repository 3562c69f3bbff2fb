//pass
// Each thread copies an element, without a guard: there is one for every two. The type of n is not
// seen, since the class of the array is in a header that is missing.

__global__ void mirror(float *a, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[n - 1 - i] = a[i];
}

void run(Array array, float *a) {
  auto n = array->shape[0];
  mirror<<<n / 128, 64>>>(a, n);
}
