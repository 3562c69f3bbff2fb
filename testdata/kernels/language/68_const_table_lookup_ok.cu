//pass
//--blockDim=64 --gridDim=1
// A permutation read from a constant table decides the address.
__constant__ int perm[8] = {3, 1, 4, 0, 5, 7, 2, 6};
__constant__ int notperm[8] = {3, 1, 4, 1, 5, 7, 2, 6};
__global__ void permute(const int *in, int *out) {
  int t = threadIdx.x;
  int to = (t & ~7) + perm[t & 7];
  out[to] = in[t];
}
