//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// A copy of a struct may write what lies between its members, where another thread keeps something.

struct Entry { char kind; int value; };

__global__ void fill(char *buffer, const Entry *from) {
  int t = threadIdx.x;
  ((Entry *)buffer)[t] = from[t]; // want "write-write race on buffer"
  if (t > 0)
    buffer[8 * (t - 1) + 1] = t; // want "write-write race on buffer"
}
