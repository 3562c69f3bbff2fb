//pass
//--blockDim=64 --gridDim=4

// All threads of all blocks write the same values, computed and copied, for any n.
__global__ void k(int *p, float *r, const float *q, int n) {
  for (int i = 0; i < n; i++) {
    p[i] = i;
    r[i] = q[i];
  }
}
