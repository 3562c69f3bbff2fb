//xfail:NOT_ALL_VERIFIED
// The width of a row is the same number in every launch, but too small.

__global__ void rows(int *a, int width) {
  a[blockIdx.x * width + threadIdx.x] = threadIdx.x; // want "race"
}

void first(int *a, int n) { rows<<<n, 64>>>(a, 32); }
void second(int *a) { rows<<<4, 64>>>(a, 32); }
