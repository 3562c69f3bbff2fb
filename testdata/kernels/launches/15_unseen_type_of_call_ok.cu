//pass
// The type of the second call's argument is seen, so that both launches tell how many bytes an element has.

float measured();

__global__ void each(int *p, int bytes) {
  if (bytes != 4) p[0] = threadIdx.x;
}

template <class T> void launch(int *p, T x) {
  each<<<1, 64>>>(p, sizeof(T));
}

int main() {
  int *p;
  cudaMalloc(&p, 64);
  float x = measured();
  launch(p, 1);
  launch(p, x);
}
