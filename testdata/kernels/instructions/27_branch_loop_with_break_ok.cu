//pass
//--blockDim=32 --gridDim=1

// Each thread leaves its loop where it likes.
__global__ void k(int *a, const int *in) {
  for (int i = 0; i < 8; i++) {
    if (in[i] > threadIdx.x) break;
    a[8 * threadIdx.x + i] = i;
  }
}
