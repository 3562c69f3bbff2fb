//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// Iterate until no thread of the block changed its cell.
__global__ void flood(const int *in, int *out) {
  __shared__ int cell[66];
  int t = threadIdx.x, g = blockIdx.x * 64 + t;
  cell[t + 1] = in[g];
  if (t == 0) cell[0] = cell[65] = 0;
  int changed;
  __syncthreads();
  do {
    int up = max(cell[t], cell[t + 2]);  // want "race on cell"
    int mine = cell[t + 1];
    changed = up - 1 > mine;
    if (changed) cell[t + 1] = up - 1;  // want "race on cell"
    __syncthreads();  // want "barrier divergence"
  } while (changed);
  out[g] = cell[t + 1];
}
