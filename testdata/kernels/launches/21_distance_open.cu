//open assertion "passes pointers into one array as a and b, and gv2 does not know how far apart they are"
// The launch passes an array and a place in it that the file does not tell. If that is the beginning the assertion fails.

#include <cassert>

__global__ void k(int *a, int *b) {
  if (threadIdx.x == 0) {
    b[0] = 2;
    a[0] = 1;
    assert(b[0] == 2);
  }
}

void launch(int *data, int n) {
  k<<<1, 32>>>(data, data + n);
}
