//pass
// A method launches by a member of its own object, which stays as it is between what the grid and the argument read; buffers
// that hand out their memory there change nothing. The first parameter is a struct that a class with virtual methods declares.

#include <cufft.h>

class Buffer {
  float *memory;

public:
  float *data() { return memory; }
  float &operator[](int i) { return memory[i]; }
};

struct Property {
  virtual void measure(float *out);
};

class Correlation : public Property {
public:
  struct Window {
    float weight;
    cufftHandle plan;
  };
  void measure(float *out) override;

private:
  int lags;
  Window window;
  Buffer heat;
};

__global__ void correlate(Correlation::Window window, float *out, const float *heat, int lags) {
  if (threadIdx.x == 0) {
    out[blockIdx.x] = window.weight * heat[blockIdx.x];
    out[blockIdx.x + lags] = window.weight * heat[blockIdx.x + 1];
  }
}

void Correlation::measure(float *out) {
  Buffer sums;
  if (lags > 0) correlate<<<lags, 64>>>(window, out, heat.data(), lags);
}
