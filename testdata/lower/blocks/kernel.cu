// memcpy, memmove and memset make the accesses that their length says.
struct pair { short x, y; };
struct odd { short x, y; char z; };

__global__ void k(pair *p, pair *q, odd *o, float *f, int *n, char *c) {
  memcpy(&p[threadIdx.x], &q[threadIdx.x], sizeof(pair));
  memcpy((char *)&p[threadIdx.x] + 1, &q[threadIdx.x], 3);
  __builtin_memcpy(&o[1], &o[0], 12);
  float local;
  int bits = 7;
  memcpy(&local, &bits, 4);
  f[0] = local;
  memset(f + 1, 0, 8);
  memset(n, -1, 8);
  memmove(n + 1, n, 8);
  memcpy(c, c + 4096, 1024);
  memset(0, 0, 0);
}

__global__ void none(int *n) {
  if (n[0]) memset(0, 0, 16);
  memcpy(n, (int *)nullptr, 4);
}
