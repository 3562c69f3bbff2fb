//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// The destination moves by a row less one element.
__global__ void fold(const float *a, float *b, int rows) {
  const float *up = a + threadIdx.x;
  float *to = b + threadIdx.x;
  for (int left = rows; left > 0; left -= 2) {
    *to += *up;  // want "race on b"
    up += 128;
    to += 127;
  }
}
