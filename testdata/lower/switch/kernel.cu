__global__ void k(int *a, int n) {
  switch (n & 7) {
  case 0: a[0] = 1; break;
  case 1: a[1] = 1;
  case 2:
  case 3: a[2] = 1; break;
  default: if (n > 9) break; a[3] = 1;
  }
  for (int i = 0; i < n; i++)
    switch (i) { case 5: continue; case 6: return; }
}
