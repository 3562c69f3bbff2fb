//pass
//--blockDim=32 --gridDim=2
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) k() {
  cg::this_cluster().sync();
}
