//pass
//--blockDim=64 --gridDim=*,*
// The same with rows and planes that are apart.
__global__ void clear(float *p, long m, long n, long pitch, long area) {
  __requires(pitch >= m - 1 && area >= pitch * m);
  const long y = blockIdx.x, z = blockIdx.y;
  if (y >= m || z >= n)
    return;
  for (long x = threadIdx.x; x < y; x += blockDim.x)
    p[y * pitch + z * area + x] = x + 0.5f * y + 0.25f * z;
}
