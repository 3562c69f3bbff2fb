package generate

// The shapes of the CudaDMA kernels: compute warps and DMA warps that hand
// buffers over, in a loop.

// Sizes of the row saxpy_single of Figure 9: 8,192 dynamic barriers, 512
// addresses, 3,670,000 commands, 320 threads. The table counts a store of 16
// bytes as one command, Counts as one for each of its four elements: 4,456,448.
const (
	SaxpyRounds   = 2048
	saxpyCompute  = 256
	saxpyThreads  = saxpyCompute + 64
	saxpyBarriers = 4
)

// Saxpy returns a kernel in the shape of saxpy_single: eight compute warps, one
// DMA warp for x and one for y, each with a single buffer of 256 floats that it
// fills 16 bytes a lane. SaxpyRounds rounds give the numbers of the table.
func Saxpy(rounds int) Kernel {
	var t text
	t.head(saxpyThreads, "")
	t.line(`#define PAIR %d
__device__ void copy_tile(const float4 *from, float4 *to, int lane) {
  to[lane] = from[lane];
  to[lane + 32] = from[lane + 32];
}
__global__ void saxpy_single(const float *x, float *y, float *out, float a) {
  __shared__ __align__(16) float xs[%d], ys[%d];
  const int t = threadIdx.x;
  if (t < %d) {
    ARRIVE(1, PAIR);
    ARRIVE(3, PAIR);
    for (int i = 0; i < %d; ++i) {
      SYNC(2, PAIR);
      float xv = xs[t];
      if (i < %d) ARRIVE(1, PAIR);
      SYNC(4, PAIR);
      float yv = ys[t];
      if (i < %d) ARRIVE(3, PAIR);
      out[i * %d + t] = a * xv + yv;
    }
  } else if (t < %d) {
    for (int i = 0; i < %d; ++i) {
      SYNC(1, PAIR);
      copy_tile((const float4 *)(x + i * %d), (float4 *)xs, t - %d);
      ARRIVE(2, PAIR);
    }
  } else {
    for (int i = 0; i < %d; ++i) {
      SYNC(3, PAIR);
      copy_tile((const float4 *)(y + i * %d), (float4 *)ys, t - %d);
      ARRIVE(4, PAIR);
    }
  }
}`,
		saxpyCompute+32, saxpyCompute, saxpyCompute, saxpyCompute, rounds, rounds-1, rounds-1, saxpyCompute,
		saxpyCompute+32, rounds, saxpyCompute, saxpyCompute, rounds, saxpyCompute, saxpyCompute+32)
	n := int64(rounds)
	return Kernel{t.String(), Counts{
		Threads:   saxpyThreads,
		Barriers:  saxpyBarriers * n,
		Addresses: 2 * saxpyCompute,
		Commands:  n * (saxpyBarriers*(saxpyCompute+32) + 4*saxpyCompute),
	}}
}

// Sizes of the row sgemv_bothdouble of Figure 9: 1,028 dynamic barriers, 8,256
// addresses, 2,573,000 commands, 448 threads; 3,366,912 commands where a store of
// 16 bytes counts as four.
const (
	SgemvRounds  = 256
	sgemvCompute = 128
	sgemvVector  = 32
	sgemvThreads = sgemvCompute + 2*(32+128)
)

// Sgemv returns a kernel in the shape of sgemv_bothdouble: 128 compute threads, a
// row of the matrix each, and for each of two buffers one DMA warp for 32 words
// of the vector and four for 32 columns of the matrix. All compute threads read
// the same words of the vector. SgemvRounds rounds, an even number, give the
// numbers of the table.
func Sgemv(rounds int) Kernel {
	var t text
	t.head(sgemvThreads, "")
	t.line(`#define VEC_PARTIES %d
#define MAT_PARTIES %d
#define START_VEC(b) (1 + (b))
#define DONE_VEC(b) (3 + (b))
#define START_MAT(b) (5 + (b))
#define DONE_MAT(b) (7 + (b))

__device__ void dma_vector(const float *from, float *to, int b, int lane) {
  for (int i = b; i < %d; i += 2) {
    SYNC(START_VEC(b), VEC_PARTIES);
    if (lane < %d) ((float4 *)to)[lane] = ((const float4 *)(from + i * %d))[lane];
    ARRIVE(DONE_VEC(b), VEC_PARTIES);
  }
}
__device__ void dma_matrix(const float *from, float *to, int b, int lane) {
  for (int i = b; i < %d; i += 2) {
    SYNC(START_MAT(b), MAT_PARTIES);
#pragma unroll
    for (int k = 0; k < 8; ++k)
      ((float4 *)to)[k * 128 + lane] = ((const float4 *)(from + i * 4096))[k * 128 + lane];
    ARRIVE(DONE_MAT(b), MAT_PARTIES);
  }
}`, sgemvCompute+32, sgemvCompute+128, rounds, sgemvVector/4, sgemvVector, rounds)
	t.line(`__global__ void sgemv_both_double(const float *A, const float *x, float *y) {
  __shared__ __align__(16) float vec[2][%d], mat[2][%d * %d];
  const int t = threadIdx.x;
  if (t >= %d) {
    int dma = t - %d, b = dma / 160, lane = dma %% 160;
    if (lane < 32)
      dma_vector(x, vec[b], b, lane);
    else
      dma_matrix(A, mat[b], b, lane - 32);
    return;
  }
  float sum = 0.f;
  for (int b = 0; b < 2; ++b) {
    ARRIVE(START_VEC(b), VEC_PARTIES);
    ARRIVE(START_MAT(b), MAT_PARTIES);
  }
  for (int i = 0; i < %d; ++i) {
    const int b = i & 1;
    SYNC(DONE_VEC(b), VEC_PARTIES);
    SYNC(DONE_MAT(b), MAT_PARTIES);
    for (int k = 0; k < %d; ++k) sum += mat[b][k * %d + t] * vec[b][k];
    if (i < %d) {
      ARRIVE(START_VEC(b), VEC_PARTIES);
      ARRIVE(START_MAT(b), MAT_PARTIES);
    }
  }
  y[t] = sum;
}`, sgemvVector, sgemvVector, sgemvCompute, sgemvCompute, sgemvCompute, rounds, sgemvVector, sgemvCompute, rounds-2)
	n := int64(rounds)
	parties := int64(sgemvCompute + 32 + sgemvCompute + 128)
	words := int64(sgemvVector + sgemvVector*sgemvCompute)
	return Kernel{t.String(), Counts{
		Threads:   sgemvThreads,
		Barriers:  4 * n,
		Addresses: 2 * words,
		Commands:  n * (2*parties + words + 2*sgemvVector*sgemvCompute),
	}}
}
