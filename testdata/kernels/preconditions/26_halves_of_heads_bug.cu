//xfail:NOT_ALL_VERIFIED
//--blockDim=64
// condition: length >= 2 && stride >= heads * size && size >= 2 * (length / 2)
// Each head of a row has two halves of length / 2 elements, so that a head has to be twice as long, and a row as long as its
// heads.

__device__ void fill(float *head, float x, int i, int half) {
  head[i] = x, head[half + i] = -x; // want "race on rows"
}

__global__ void fill_rows(float *rows, float x, int length, long long stride, int heads, int size) {
  const int half = length / 2;
  for (int i = threadIdx.x; i < heads * half; i += blockDim.x)
    fill(rows + blockIdx.x * stride + i / half * size, x, i % half, half);
}
