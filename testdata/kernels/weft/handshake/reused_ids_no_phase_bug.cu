//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// Straight-line dataflow: barriers 1 and 2 serve one pair of warps after the other.
// Refuted: no block barrier between the phases: the next pair may take barrier 1 while the first pair has it.
#define SEND(id) asm volatile("bar.arrive " #id ", 64;" ::: "memory")
#define RECV(id) asm volatile("bar.sync " #id ", 64;" ::: "memory")

__global__ void __launch_bounds__(128) species(const double *t, double *rate) {
  __shared__ double xq[4][32];
  const int wid = threadIdx.x / 32, lid = threadIdx.x % 32;
  double temp = t[lid], r = 0.0;
  if (wid == 0) {
    xq[0][lid] = exp(-1.5 / temp);  // may "race on xq"
    SEND(1);  // may "recycl"
  } else if (wid == 1) {
    RECV(1);  // may "recycl|deadlock"
    r = xq[0][lid] * 2.0;  // may "race on xq"
    xq[1][lid] = r;  // may "race on xq"
  } else if (wid == 2) {
    xq[2][lid] = log(temp);  // may "race on xq"
    SEND(2);  // may "recycl"
  } else {
    RECV(2);  // may "recycl|deadlock"
    r = xq[2][lid] + 1.0;  // may "race on xq"
    xq[3][lid] = r;  // may "race on xq"
  }
  if (wid == 0) {
    RECV(1);  // want "not ordered after generation"
    r = xq[3][lid] - xq[2][lid];  // may "race on xq"
  } else if (wid == 3) {
    xq[3][lid] = r * temp;  // may "race on xq"
    SEND(1);  // may "recycl"
  } else if (wid == 1) {
    xq[1][lid] = r / temp;  // may "race on xq"
    SEND(2);  // may "recycl"
  } else {
    RECV(2);  // may "recycl|deadlock"
    r = xq[1][lid] * xq[0][lid];  // may "race on xq"
  }
  rate[wid * 32 + lid] = r;
}
