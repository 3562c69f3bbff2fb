//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// condition: stride >= 64
// Four rows that are written without a loop: the distance between them is a stride all the same.
__global__ void fill_rows(int *out, int stride) {
  int t = threadIdx.x;
  out[t] = 0;               // want "write-write race on out"
  out[stride + t] = 1;      // may "write-write race on out"
  out[2 * stride + t] = 2;  // may "write-write race on out"
  out[3 * stride + t] = 3;  // may "write-write race on out"
}
