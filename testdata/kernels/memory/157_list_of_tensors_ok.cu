//pass
//--blockDim=64
// A list of tensors in a parameter: two blocks of which the numbers differ by 2^24 have no common tensor.
struct Tensors { float *data[2][110]; int sizes[110]; };

__global__ void fill(Tensors tensors) {
  float *out = tensors.data[1][blockIdx.x];
  unsigned h = blockIdx.x * 2654435761u, i = threadIdx.x ^ (h >> 31);
  if (threadIdx.x < tensors.sizes[blockIdx.x]) out[i] = tensors.data[0][blockIdx.x][threadIdx.x] + blockIdx.x;
}
