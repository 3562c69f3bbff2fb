//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=*,*
// condition: (pitch >= m - 1 && area >= m * pitch) || (area >= m - 1 && pitch >= area * n)
// Row y has y elements below the diagonal: a row is long enough if it holds those of the last one.
__global__ void clear(float *p, long m, long n, long pitch, long area) {
  const long y = blockIdx.x, z = blockIdx.y;
  if (y >= m || z >= n)
    return;
  for (long x = threadIdx.x; x < y; x += blockDim.x)
    p[y * pitch + z * area + x] = x + 0.5f * y + 0.25f * z;  // want "write-write race on p"
}
