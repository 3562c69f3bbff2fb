struct Args { int *out; const int *in; int n; int w[2]; };
__global__ void k(Args p, int i) {
  p.out[i] = p.in[i] + p.n + p.w[i];
  p.n--;
  p.out++;
  *p.out = p.n;
  i++;
}
