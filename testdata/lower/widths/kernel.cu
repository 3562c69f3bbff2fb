__global__ void k(float *a, double *d, unsigned char *bytes) {
  ((double *)a)[threadIdx.x] = d[0];
  a[0] = 1.0f;
  ((char *)d)[3] = 1;
  *(int *)bytes = 7;
  bytes[1] = 2;
}
