//pass
//--blockDim=64
// The same for rows and heads that are long enough.

__device__ void fill(float *head, float x, int i, int half) {
  head[i] = x, head[half + i] = -x;
}

__global__ void fill_rows(float *rows, float x, int length, long long stride, int heads, int size) {
  __requires(length >= 2 && size >= length && stride >= (long long)heads * size);
  const int half = length / 2;
  for (int i = threadIdx.x; i < heads * half; i += blockDim.x)
    fill(rows + blockIdx.x * stride + i / half * size, x, i % half, half);
}
