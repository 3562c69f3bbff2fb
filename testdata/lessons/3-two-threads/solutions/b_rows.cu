//pass
//--blockDim=64 --gridDim=8

// Each thread owns a row, given by its first and one past its last element. State with __requires what
// must hold of row for threads not to meet. (__other_int(e) is e of the other thread, and x <= y || z >= w is allowed.)
__global__ void rows(float *a, const int *row) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __requires(row[2 * i + 1] <= __other_int(row[2 * i]) || __other_int(row[2 * i + 1]) <= row[2 * i]);
  for (int k = row[2 * i]; k < row[2 * i + 1]; k++)
    a[k] = 2 * a[k];
}
