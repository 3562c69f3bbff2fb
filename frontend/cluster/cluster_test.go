package cluster_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit"
)

// joined is the kernel of a text, launched with 8 blocks of 64 threads.
func joined(t *testing.T, text string) (*kernel.Kernel, string) {
	t.Helper()
	return lowered(t, "//--blockDim=64 --gridDim=8\n"+text)
}

// lowered is the kernel of a text, launched as that says.
func lowered(t *testing.T, text string) (*kernel.Kernel, string) {
	t.Helper()
	comment, rest, found := strings.Cut(text, "\n")
	if !found || !strings.HasPrefix(comment, "//") {
		comment, rest = "", text
	}
	u, err := unit.Load(context.Background(), unit.CUDA, "k.cu", []byte(comment+"\n#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"+rest), unit.Options{SharedBytes: -1, SelfCheck: true})
	require.NoError(t, err)
	k, diags, err := u.Lower(context.Background(), 0)
	require.NoError(t, err)
	if k == nil {
		return nil, diags.String()
	}
	return k, kernel.Print(k)
}

func TestJoin(t *testing.T) {
	for _, test := range []struct {
		name, text  string
		want, lacks []string
	}{
		{"the rank is threadIdx.z, blockIdx counts clusters", `__global__ void __cluster_dims__(4) k(int *p) { p[blockIdx.x] = cg::this_cluster().block_rank(); }`,
			[]string{"p[(i64)(blockIdx.x * 4 + threadIdx.z)] = (i32)threadIdx.z;"}, nil},
		{"a part of shared memory for each block", `__global__ void __cluster_dims__(2) k(int *p) { __shared__ int a[64]; a[threadIdx.x] = p[threadIdx.x]; }`,
			[]string{"a[(i64)threadIdx.z * 65536 + (i64)threadIdx.x]"}, nil},
		{"another block's part", `__global__ void __cluster_dims__(2) k(int *p) { __shared__ int a[64]; auto c = cg::this_cluster(); c.sync(); *c.map_shared_rank(a, 1) = 1; c.sync(); }`,
			[]string{"(1 - (i64)threadIdx.z) * 65536"}, []string{"fence"}},
		{"a barrier of each block, and one of all", `__global__ void __cluster_dims__(2) k(int *p) { __syncthreads(); cg::this_cluster().sync(); }`,
			[]string{"sync((i32)threadIdx.z + 1, 64);", "sync.unaligned(0);"}, nil},
		{"blocks of their own", `__global__ void __cluster_dims__(1) k(int *p) { __syncthreads(); cg::this_cluster().sync(); p[threadIdx.x] = cg::this_cluster().block_rank(); }`,
			[]string{"sync(0);", "sync.unaligned(1);", "= (i32)0u32"}, []string{"threadIdx.z"}},
		{"threads that exit early are not expected", `__global__ void __cluster_dims__(2) k(int *p) { if (threadIdx.x) return; cg::this_cluster().sync(); }`,
			[]string{"phase.init(cluster_barrier[0], 128)", "phase.arrive.drop", "phase.wait(cluster_barrier[0], cluster_phase)"}, nil},
		{"an arrive without its wait", `__global__ void __cluster_dims__(2) k(int *p) { auto c = cg::this_cluster(); c.barrier_arrive(); }`,
			[]string{"not followed by its wait"}, nil},
		{"lives that the text does not show", `__global__ void __cluster_dims__(2) k(int *p) { __shared__ int a[64]; auto c = cg::this_cluster(); *c.map_shared_rank(a, 1) = 1; c.sync(); }`,
			[]string{"fence"}, nil},
		{"a loop with barriers of the cluster around the access", `__global__ void __cluster_dims__(2) k(int *p, int n) { __shared__ int a[64]; auto c = cg::this_cluster(); for (int i = 0; i < n; i++) { c.sync(); int v = *c.map_shared_rank(a, 1); c.sync(); p[threadIdx.x] = v; } }`,
			nil, []string{"fence"}},
		{"a distance that memory held", `__global__ void __cluster_dims__(2) k(int *p, int n) { __shared__ int a[64]; auto c = cg::this_cluster(); int *o = c.map_shared_rank(a, 1); p[0] = o - a; a[p[0]] = 1; c.sync(); }`,
			[]string{"fence"}, nil},
		{"an atomic of one block on global memory", `__global__ void __cluster_dims__(2) k(int *p) { atomicAdd_block(p, 1); }`, []string{"an atomic of the scope of the block in a kernel of clusters"}, nil},
		{"an atomic of one block on another's memory", `__global__ void __cluster_dims__(2) k(int *p) { __shared__ int a; auto c = cg::this_cluster(); c.sync(); atomicAdd_block(c.map_shared_rank(&a, 0), 1); c.sync(); }`,
			[]string{"an atomic of the scope of the block in a kernel of clusters"}, nil},
		{"an atomic of one block on its own memory", `__global__ void __cluster_dims__(2) k(int *p) { __shared__ int a; atomicAdd_block(&a, 1); __threadfence_block(); }`,
			[]string{"block"}, []string{"unsupported"}},
		{"a fence of one block for others", `__global__ void __cluster_dims__(2) k(int *p) { atomicAdd(p, 1); __threadfence_block(); }`, []string{"a fence of the scope of the block in a kernel of clusters"}, nil},
		{"a fence of the cluster", `__global__ void __cluster_dims__(2) k(int *p) { atomicAdd(p, 1); asm volatile("fence.acq_rel.cluster;"); }`, []string{"fence.acq_rel.block"}, nil},
		{"a fence of the cluster where there is none", `__global__ void k(int *p) { asm volatile("fence.acq_rel.cluster;"); }`, []string{"fence.acq_rel.block"}, nil},
		{"a grid that is not made of clusters", `__global__ void __cluster_dims__(3) k(int *p) { }`, []string{"a grid of (8,1,1) is not made of clusters of (3,1,1)"}, nil},
		{"the scope of the cluster", `__global__ void __cluster_dims__(2) k(int *p) { asm volatile("fence.acq_rel.cluster;" ::: "memory"); asm volatile("red.relaxed.cluster.global.add.s32 [%0], 1;" :: "l"(p)); }`,
			[]string{"fence.acq_rel.block", "atomic.add.block"}, nil},
		{"a fence of one block, with flags in global memory", `__device__ volatile int flag; __global__ void __cluster_dims__(2) k(int *p) { p[0] = 1; __threadfence_block(); flag = 1; }`,
			[]string{"a fence of the scope of the block in a kernel of clusters"}, nil},
		{"a fence of one block for its own memory", `__global__ void __cluster_dims__(2) k(int *p) { __shared__ volatile int flag; p[0] = 1; __threadfence_block(); flag = 1; }`,
			[]string{"fence.block"}, nil},
		{"an atomic of one block", `__global__ void __cluster_dims__(2) k(int *p) { atomicAdd_block(p, 1); }`,
			[]string{"an atomic of the scope of the block in a kernel of clusters"}, nil},
		{"no clusters", `__global__ void k(int *p) { asm volatile("fence.acq_rel.cluster;" ::: "memory"); }`, []string{"fence.acq_rel.block"}, nil},
		{"too many barriers", `__global__ void __cluster_dims__(8) k(int *p) { __syncthreads(); asm volatile("bar.sync 1;"); asm volatile("bar.sync 2;"); }`,
			[]string{"3 numbered barriers in each of 8 blocks"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, got := joined(t, test.text)
			got = strings.ReplaceAll(got, "\t", "")
			for _, want := range test.want {
				assert.Contains(t, got, want)
			}
			for _, lacks := range test.lacks {
				assert.NotContains(t, got, lacks)
			}
		})
	}
}

// asked is what gv2 says where nothing tells the size of clusters.
const asked = "how many blocks does a cluster have?"

func TestUnknownSize(t *testing.T) {
	register := func(name string) string {
		return `__global__ void k(int *p) { unsigned r; asm("mov.u32 %0, %%` + name + `;" : "=r"(r)); p[threadIdx.x] = r; }`
	}
	call := func(what string) string { return `__global__ void k(int *p) { p[threadIdx.x] = ` + what + `; }` }
	explicit := `__global__ void k(int *p) { int r; asm("{ .reg .pred q; mov.pred q, %%is_explicit_cluster; selp.s32 %0, 1, 0, q; }" : "=r"(r)); p[threadIdx.x] = r; }`
	texts := []string{explicit, call("__clusterSizeInBlocks()"), call("__clusterRelativeBlockRank()")}
	for _, of := range []string{"num_blocks()", "num_threads()", "size()", "block_rank()", "thread_rank()", "dim_blocks().x", "dim_blocks().z", "dim_threads().y", "block_index().x", "block_index().z"} {
		texts = append(texts, call("cg::this_cluster()."+of))
	}
	for _, of := range []string{"cluster_nctarank", "cluster_ctarank"} {
		texts = append(texts, register(of))
	}
	for _, of := range []string{"cluster_nctaid", "cluster_ctaid", "clusterid", "nclusterid"} {
		texts = append(texts, register(of+".x"), register(of+".y"), register(of+".z"))
	}
	for _, text := range texts {
		_, got := joined(t, text)
		assert.Contains(t, got, asked, text)
		_, got = lowered(t, text+"\nvoid run(int *p) { k<<<8, 64>>>(p); }")
		assert.NotContains(t, got, asked, "the launch has no clusters: "+text)
		_, got = joined(t, strings.Replace(text, "void k(", "void __cluster_dims__(2) k(", 1))
		assert.NotContains(t, got, asked, "the kernel says it: "+text)
	}
	for _, launch := range []string{
		"at[0].id = cudaLaunchAttributeClusterDimension; at[0].val.clusterDim.x = s; at[0].val.clusterDim.y = 1; at[0].val.clusterDim.z = 1; cfg.attrs = at;",
		"cfg.attrs = given;",
	} {
		_, got := joined(t, call("cg::this_cluster().num_blocks()")+"\nvoid run(int *p, int s, cudaLaunchAttribute *given) { cudaLaunchConfig_t cfg = {}; cfg.gridDim = dim3(8); cfg.blockDim = dim3(64); cudaLaunchAttribute at[1]; "+
			launch+" cfg.numAttrs = 1; cudaLaunchKernelEx(&cfg, k, p); }")
		assert.Contains(t, got, asked, launch)
	}
}

func TestUnknownSizeInModule(t *testing.T) {
	for directives, known := range map[string]bool{"": false, ".maxclusterrank 2": false, ".explicitcluster .reqntid 64": false, ".reqnctapercluster 2": true} {
		u, err := unit.Load(context.Background(), unit.PTX, "k.ptx", []byte(".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n"+directives+
			"\n{ .reg .b32 %r<2>; .reg .b64 %a<2>; ld.param.u64 %a1, [p]; mov.u32 %r1, %cluster_nctaid.x; st.global.u32 [%a1], %r1; ret; }\n"),
			unit.Options{SharedBytes: -1, SelfCheck: true, BlockDim: &[3]int{64, 1, 1}, GridDim: &[3]int{8, 1, 1}})
		require.NoError(t, err)
		_, diags, err := u.Lower(context.Background(), 0)
		require.NoError(t, err)
		assert.Equal(t, !known, strings.Contains(diags.String(), asked), directives)
	}
}

func TestOtherSize(t *testing.T) {
	for size, conflict := range map[int]bool{2: false, 4: true} {
		u, err := unit.Load(context.Background(), unit.CUDA, "k.cu", []byte("__global__ void __cluster_dims__(2) k(int *p) { p[0] = blockIdx.x; }"),
			unit.Options{SharedBytes: -1, BlockDim: &[3]int{64, 1, 1}, GridDim: &[3]int{8, 1, 1}, ClusterDim: &[3]int{size, 1, 1}})
		require.NoError(t, err)
		_, _, err = u.Lower(context.Background(), 0)
		if conflict {
			require.ErrorContains(t, err, "has clusters of (2,1,1), and --cluster-dim asks for (4,1,1)")
		} else {
			require.NoError(t, err)
		}
	}
}

func TestScopeOfPhases(t *testing.T) {
	const use = `
__device__ unsigned sa(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ unsigned other(unsigned a, unsigned rank) { unsigned o; asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(rank)); return o; }
__global__ void __cluster_dims__(2) k(int *out) {
  __shared__ unsigned long long b;
  auto c = cg::this_cluster();
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 64;" :: "r"(sa(&b)) : "memory");
  c.sync();
  unsigned at = REMOTE;
  asm volatile("mbarrier.arrive.ARRIVE.b64 _, [%0];" :: "r"(at) : "memory");
  asm volatile("{ .reg .pred p; W: mbarrier.try_wait.parity.WAIT.b64 p, [%0], 0; @p bra D; bra W; D: }" :: "r"(sa(&b)) : "memory");
  c.sync();
}`
	const own, remote = "sa(&b)", "other(sa(&b), c.block_rank() ^ 1)"
	for _, test := range []struct {
		at, arrive, wait string
		refused          bool
	}{
		{remote, "release.cta.shared::cluster", "acquire.cluster.shared::cta", true},
		{remote, "release.cluster.shared::cluster", "acquire.cta.shared::cta", true},
		{remote, "release.cluster.shared::cluster", "acquire.cluster.shared::cta", false},
		{remote, "shared::cluster", "shared::cta", false},
		{own, "release.cta.shared::cta", "acquire.cta.shared::cta", false},
		{own, "release.cta.shared::cta", "acquire.cluster.shared::cta", false},
	} {
		_, got := joined(t, strings.NewReplacer("REMOTE", test.at, "ARRIVE", test.arrive, "WAIT", test.wait).Replace(use))
		if test.refused {
			assert.Contains(t, got, "an operation on a barrier that other blocks use, of the scope of the block in a kernel of clusters", test)
		} else {
			assert.Contains(t, got, "phase.wait", test)
		}
	}
}

func TestRelaxedArrive(t *testing.T) {
	const arrive, fence = `asm volatile("barrier.cluster.arrive.relaxed;");`, `asm volatile("fence.acq_rel.cluster;");`
	const inits = `asm volatile("fence.mbarrier_init.release.cluster;");`
	const init = `asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"((unsigned)__cvta_generic_to_shared(&b)) : "memory");`
	for name, test := range map[string]struct{ before, want string }{
		"no accesses":                   {arrive, "sync"},
		"a fence behind all":            {"a[threadIdx.x] = 1; " + fence + arrive, "sync"},
		"a fence of the device":         {"a[threadIdx.x] = 1; __threadfence();" + arrive, "sync"},
		"the parameters' memory":        {"int v = in[0]; p[0] = v; __threadfence(); v = in[1];" + arrive, "sync"},
		"no fence":                      {"a[threadIdx.x] = 1; " + arrive, "phase.arrive.relaxed"},
		"an access behind the fence":    {fence + "a[threadIdx.x] = 1; " + arrive, "unsupported: an arrive.relaxed"},
		"a fence of some threads":       {"a[threadIdx.x] = 1; if (threadIdx.x) " + fence + arrive, "unsupported: an arrive.relaxed"},
		"a fence that is jumped over":   {"for (int i = 0; i < n; i++) { a[threadIdx.x] = i; if (p[i]) break; " + fence + "}" + arrive, "unsupported: an arrive.relaxed"},
		"an initialisation":             {"if (threadIdx.x == 0) { " + init + inits + " }" + arrive, "sync"},
		"a fence for an initialisation": {"a[threadIdx.x] = 1; " + inits + arrive, "unsupported: an arrive.relaxed"},
		"a fence of the block":          {"a[threadIdx.x] = 1; __threadfence_block();" + arrive, "phase.arrive.relaxed"},
		"threads that exit before":      {"if (threadIdx.x) return; " + arrive, "phase.arrive.relaxed"},
		"an access of an earlier round": {"for (int i = 0; i < n; i++) { " + arrive + `asm volatile("barrier.cluster.wait;"); a[threadIdx.x] = i; } __threadfence(); ` + arrive, "unsupported: an arrive.relaxed"},
	} {
		_, got := joined(t, "__global__ void __cluster_dims__(2) k(int *p, const int *in, int n) { __shared__ int a[64]; __shared__ unsigned long long b; "+test.before+` asm volatile("barrier.cluster.wait;"); p[blockIdx.x * 64 + threadIdx.x] = a[threadIdx.x]; }`)
		assert.Contains(t, got, test.want, name)
		if test.want == "sync" {
			assert.NotContains(t, got, "relaxed", name)
		}
	}
}
