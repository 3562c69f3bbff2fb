//pass
//--blockDim=16,16 --gridDim=*,*
// Rounds of a stencil in shared memory, each of one cell less on every side; what
// the last of them has computed is written. The borders of a block are the next one's.
#define SIZE 16
#define WITHIN(x, low, high) ((x) >= (low) && (x) <= (high))
__global__ void heat(int rounds, const float *power, const float *from, float *to, int columns, int rows, int border) {
  __requires(rounds > 0);
  __shared__ float now[SIZE][SIZE];
  __shared__ float then[SIZE][SIZE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int width = SIZE - rounds * 2;
  int firstY = width * blockIdx.y - border, firstX = width * blockIdx.x - border;
  int lastY = firstY + SIZE - 1, lastX = firstX + SIZE - 1;
  int y = firstY + ty, x = firstX + tx;
  int at = columns * y + x;
  if (WITHIN(y, 0, rows - 1) && WITHIN(x, 0, columns - 1)) now[ty][tx] = from[at];
  __syncthreads();
  int lowY = firstY < 0 ? -firstY : 0, lowX = firstX < 0 ? -firstX : 0;
  int highY = lastY > rows - 1 ? SIZE - 1 - (lastY - rows + 1) : SIZE - 1;
  int highX = lastX > columns - 1 ? SIZE - 1 - (lastX - columns + 1) : SIZE - 1;
  int n = max(ty - 1, lowY), s = min(ty + 1, highY), w = max(tx - 1, lowX), e = min(tx + 1, highX);
  bool computed;
  for (int i = 0; i < rounds; i++) {
    computed = false;
    if (WITHIN(tx, i + 1, SIZE - i - 2) && WITHIN(ty, i + 1, SIZE - i - 2) && WITHIN(tx, lowX, highX) && WITHIN(ty, lowY, highY)) {
      computed = true;
      then[ty][tx] = now[ty][tx] + power[at] + (now[s][tx] + now[n][tx] + now[ty][e] + now[ty][w] - 4.f * now[ty][tx]) * 0.2f;
    }
    __syncthreads();
    if (i == rounds - 1) break;
    if (computed) now[ty][tx] = then[ty][tx];
    __syncthreads();
  }
  if (computed) to[at] = then[ty][tx];
}
