//xfail:NOT_ALL_VERIFIED
// The block has w * w threads, and tiles are w elements apart.

__global__ void fill(float *out, const float *in, int w, int tiles) {
    if (blockIdx.x < tiles)
        out[blockIdx.x * w + threadIdx.x] = in[threadIdx.x]; // want "write-write race on out"
}

void run(float *out, const float *in, int w, int tiles) {
    dim3 grid(tiles * 2);
    dim3 block(w * w);
    if (block.x != 256)
        return;
    fill<<<grid, block>>>(out, in, w, tiles);
}
