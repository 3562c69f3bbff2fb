//pass
//--blockDim=128 --gridDim=1
// Straight-line dataflow: barriers 1 and 2 serve one pair of warps after the other.
// Proved: the block barrier between the phases ends all generations of the phase before.
#define SEND(id) asm volatile("bar.arrive " #id ", 64;" ::: "memory")
#define RECV(id) asm volatile("bar.sync " #id ", 64;" ::: "memory")

__global__ void __launch_bounds__(128) species(const double *t, double *rate) {
  __shared__ double xq[4][32];
  const int wid = threadIdx.x / 32, lid = threadIdx.x % 32;
  double temp = t[lid], r = 0.0;
  if (wid == 0) {
    xq[0][lid] = exp(-1.5 / temp);
    SEND(1);
  } else if (wid == 1) {
    RECV(1);
    r = xq[0][lid] * 2.0;
    xq[1][lid] = r;
  } else if (wid == 2) {
    xq[2][lid] = log(temp);
    SEND(2);
  } else {
    RECV(2);
    r = xq[2][lid] + 1.0;
    xq[3][lid] = r;
  }
  __syncthreads();
  if (wid == 0) {
    RECV(1);
    r = xq[3][lid] - xq[2][lid];
  } else if (wid == 3) {
    xq[3][lid] = r * temp;
    SEND(1);
  } else if (wid == 1) {
    xq[1][lid] = r / temp;
    SEND(2);
  } else {
    RECV(2);
    r = xq[1][lid] * xq[0][lid];
  }
  rate[wid * 32 + lid] = r;
}
