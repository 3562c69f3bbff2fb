//pass
//--blockDim=64 --gridDim=1
// The same with a barrier between, and with members that are copied one by one.

struct Entry { char kind; int value; };

__global__ void fill(char *buffer, char *others, const Entry *from) {
  int t = threadIdx.x;
  ((Entry *)buffer)[t] = from[t];
  ((Entry *)others)[t].kind = from[t].kind;
  ((Entry *)others)[t].value = from[t].value;
  if (t > 0)
    others[8 * (t - 1) + 1] = t;
  __syncthreads();
  if (t > 0)
    buffer[8 * (t - 1) + 1] = t;
}
