// cuda::std is std for device code.

namespace cuda {
namespace std = ::std;
}  // namespace cuda
