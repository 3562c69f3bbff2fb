//pass
// The width of a row is the same number in every launch.

__global__ void rows(int *a, int width) {
  a[blockIdx.x * width + threadIdx.x] = threadIdx.x;
}

void first(int *a, int n) { rows<<<n, 64>>>(a, 64); }
void second(int *a) { rows<<<4, 64>>>(a, 64); }
