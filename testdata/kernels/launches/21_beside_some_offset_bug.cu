//xfail:NOT_ALL_VERIFIED
// How far the two pointers are apart the file does not tell, so a race on their array is possible; that every thread
// writes the same counter is a fault of every launch, and the only one that is told as such.

__global__ void copy(float *out, const float *in, int *last) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
  last[0] = i;  // want "write-write race on last"
}

void launch(float *data, int *last, int n) {
  copy<<<n / 256, 256>>>(data, data + n / 2, last);
}
