//open data-race "passes pointers into one array as out and in, and gv2 does not know how far apart they are"
// The launch passes an array and a place in it that the file does not tell. How far the two are apart decides whether
// a thread reads what another one writes, so nothing is proved.

__global__ void copy(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

void launch(float *data, int from, int n) {
  copy<<<(n + 255) / 256, 256>>>(data, data + from, n);
}
