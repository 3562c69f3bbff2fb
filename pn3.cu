struct D { int w[2]; bool on; };
struct P { int n; D d; };
__global__ void k(int *a, P p) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (p.d.on) for (int j = 0; j < p.n; j++) { __syncthreads(); a[i / p.d.w[1]] = j; } }
void run(int *a, int n) { P p; p.n = n; k<<<n / 64, 64>>>(a, p); }
