//xfail:NOT_ALL_VERIFIED
// The same with a buffer whose method halves the number of lags when it hands out its memory, before or after the grid
// is read.

class Correlation;

class Buffer {
  float *memory;
  Correlation *owner;

public:
  float *data();
};

class Correlation {
  friend class Buffer;
  int lags;
  Buffer heat;

public:
  void measure(float *out);
};

float *Buffer::data() {
  owner->lags /= 2;
  return memory;
}

__global__ void correlate(float *out, const float *heat, int lags) {
  if (threadIdx.x == 0) {
    out[blockIdx.x] = heat[blockIdx.x];             // want "race on out"
    out[blockIdx.x + lags] = heat[blockIdx.x + 1];        // want "race on out"
  }
}

void Correlation::measure(float *out) {
  if (lags > 0) correlate<<<lags, 64>>>(out, heat.data(), lags);
}
