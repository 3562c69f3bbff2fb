//xfail:NOT_ALL_VERIFIED
// A parameter is a struct that a class declares whose base has virtual methods; the class itself has none, and no kernel has objects
// of it. Two atoms share an element.

class Potential {
public:
  virtual ~Potential() = default;
  virtual void compute(float *force) = 0;
};

class Spring : public Potential {
public:
  struct Constants {
    int atoms;
    float stiffness[4];
  };
  void compute(float *force);

private:
  Constants constants;
};

__global__ void pull(Spring::Constants constants, float *force) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < constants.atoms) {
    force[i / 2] *= constants.stiffness[i % 4]; // want "race on force"
  }
}

void Spring::compute(float *force) { pull<<<(constants.atoms + 63) / 64, 64>>>(constants, force); }
