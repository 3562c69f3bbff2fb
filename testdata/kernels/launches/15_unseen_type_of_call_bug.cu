//xfail:NOT_ALL_VERIFIED
// What the second call passes is not seen: nothing is known of the size that it gives.

__global__ void each(int *p, int bytes) {
  if (bytes != 4) p[0] = threadIdx.x;  // want "race on p"
}

template <class T> void launch(int *p, T x) {
  each<<<1, 64>>>(p, sizeof(T));
}

int main() {
  int *p;
  cudaMalloc(&p, 64);
  auto [low, high] = measured();
  launch(p, 1);
  launch(p, low);
}
