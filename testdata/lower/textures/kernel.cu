// Reads of textures are functions of their coordinates.
texture<float, 2, cudaReadModeElementType> image;
texture<uchar4, 1, cudaReadModeNormalizedFloat> colors;
static texture<unsigned> keys;

__global__ void k(float *out, cudaTextureObject_t object, float4 *wide) {
  out[0] = tex2D(image, threadIdx.x + 0.5f, 1.0f);
  float4 c = tex1D(colors, 0.25f);
  out[1] = c.x + c.w;
  if (tex1Dfetch(keys, threadIdx.x) > 3) out[2] = 1;
  *wide = tex3D<float4>(object, 1, 2, 3);
  tex1Dfetch(out + 3, object, 4);
}
