package ptx

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/emit"
	"gv2/frontend/emit/emittest"
	"gv2/frontend/kernel"
)

// program is instructions with operands %0, %1 and so on, all of them also %[out] or
// %[in]. It reports faults at the place of the instruction in the text.
type program struct {
	r    *emittest.Recorder
	list []*Binding
	in   *Binding
	out  *Binding
}

func (p *program) Operand(n int, name string) *Binding {
	switch {
	case name == "in":
		return p.in
	case name == "out":
		return p.out
	case n >= 0 && n < len(p.list):
		return p.list[n]
	}
	return nil
}

func (p *program) Unsupported(it *Item, format string, args ...any) {
	pos := emittest.Here
	if it.IsInstruction() {
		pos.Col = it.Offset()
	}
	p.r.Unsupported(pos, format, args...)
}

// run lowers text with outputs x (=r, int), f (=f), l (=l, u64) as far as outs names
// them, and inputs by their letters: r is i32 a, l a pointer p to i32 in space, Fl one
// q to f32, n the constant 64, f the f32 g; 0 gives the first output the value a.
func run(r *emittest.Recorder, text, outs, ins string, space kernel.Space) bool {
	p := &program{r: r}
	code := NewCode(r, p)
	items, err := Parse(text)
	if err != nil {
		r.Unsupported(emittest.Here, "cannot read: %v", err)
		return false
	}
	var assign []func(kernel.Expr)
	for _, o := range strings.Fields(outs) {
		name, t := "x", kernel.I32
		switch o[len(o)-1] {
		case 'f':
			name, t = "f", kernel.F32
		case 'l':
			name, t = "l", kernel.U64
		}
		v := r.Variable(name, t)
		p.out = &Binding{Register: code.NewRegister(t)}
		p.list = append(p.list, p.out)
		if o[0] == '+' {
			code.Set(p.out.Register, v.Value)
		}
		assign = append(assign, v.Assign)
	}
	for _, in := range strings.Fields(ins) {
		if in == "0" {
			code.Set(p.list[0].Register, r.Variable("a", kernel.I32).Value)
			continue
		}
		p.in = input(r, in, space)
		p.list = append(p.list, p.in)
	}
	for i := range items {
		code.Lower(&items[i])
		if r.Diags.Len() > 0 {
			return false
		}
	}
	for i, f := range assign {
		f(code.Use(p.list[i].Register))
	}
	return true
}

func input(r *emittest.Recorder, letters string, space kernel.Space) *Binding {
	var a emit.Argument
	t := kernel.U32
	switch letters {
	case "r":
		a = r.Variable("a", kernel.I32)
	case "f":
		a, t = r.Variable("g", kernel.F32), kernel.F32
	case "n":
		a, t = emit.Argument{Value: kernel.NewConst(kernel.I32, 64)}, kernel.I32
	case "l":
		a, t = r.Pointer("p", space, kernel.I32), kernel.U64
	case "Fl":
		a, t = r.Pointer("q", space, kernel.F32), kernel.U64
	}
	return &Binding{Argument: &a, Type: t}
}

func launch2D() kernel.Launch {
	return kernel.Launch{BlockDim: [3]int{16, 4, 1}, GridDim: [3]int{0, 1, 1}}
}

func TestInstructions(t *testing.T) {
	for _, c := range []struct{ text, outs, ins, want string }{
		{"", "", "", ""},
		{"bar.sync 0;", "", "", "sync(0);"},
		{"bar.sync 1, 64;", "", "", "sync(1, 64);"},
		{"bar.sync %0, %1;", "", "r n", "sync(a, 64);"},
		{"bar.arrive 1, 64;", "", "", "arrive(1, 64);"},
		{"bar.cta.sync 2;", "", "", "sync(2);"},
		{"barrier.sync 0, 64;", "", "", "sync.unaligned(0, 64);"},
		{"barrier.cta.sync.aligned 0", "", "", "sync(0);"},
		{"barrier.arrive 3, 0x40;", "", "", "arrive.unaligned(3, 64);"},
		{"bar.warp.sync 0xffffffff;", "", "", "warpsync(0xffffffff);"},
		{"membar.gl; membar.cta; membar.sys;", "", "", "fence.device; fence.block; fence.system;"},
		{"fence.acq_rel.gpu;", "", "", "fence.acq_rel.device;"},
		{"fence.sc.sys; fence.cta; fence.acquire.gpu;", "", "", "fence.system; fence.acq_rel.block; fence.acquire.device;"},
		{"ld.acquire.gpu.global.u32 %0, [%1];", "=r", "l", "v = atomic.load.acquire.device(&p[5]); x1 = v; x = x1;"},
		{"st.relaxed.cta.global.u32 [%0], %1;", "", "l r", "atomic.store.block(&p[5], a);"},
		{"st.release.sys.global.u32 [%0], %1;", "", "l r", "atomic.store.release.system(&p[5], a);"},
		{"atom.acq_rel.gpu.global.exch.b32 %0, [%1], 1;", "=r", "l", "v = atomic.exch.acq_rel.device(&p[5], 1); x1 = v; x = x1;"},
		{"bar.red.popc.u32 %0, 1, 64, %%p; ", "=r", "", "!special register %p"},
		{"{.reg .pred p; .reg .pred q; setp.ne.u32 p, %1, 0; bar.red.or.pred q, 1, 64, !p; selp.u32 %0, 1, 0, q;}", "=r", "r",
			"p1 = a != 0; v = sync.or(1, 64; !p1); q1 = v; x1 = (i32)(q1 ? 1u32 : 0u32); x = x1;"},
		{"{ .reg .pred p; setp.lt.s32 p, %0, 32; @p bar.sync 1, 64; @!p bar.arrive 1, 64; }", "", "r",
			"p1 = a < 32; if (p1) { sync(1, 64); } if (!p1) { arrive(1, 64); }"},

		{"ld.global.cg.s32 %0, [%1];", "=r", "l", "v = p[5]; x1 = v; x = x1;"},
		{"ld.volatile.global.u32 %0, [%1+8];", "=r", "l", "v = volatile p[7]; x1 = v; x = x1;"},
		{"ld.global.nc.f32 %0, [%1];", "=f", "Fl", "v = q[5]; f1 = v; f = f1;"},
		{"ld.global.b32 %0, [%1 + -4];", "=r", "Fl", "v2 = q[4]; v = bits_f32_as_u32:u32(v2); x1 = (i32)v; x = x1;"},
		{"ld.global.v2.u32 {%0, %1}, [%2];", "=r =r", "l", "v = p[5]; v2 = p[6]; x1 = v; x12 = v2; x = x1; x2 = x12;"},
		{"st.global.cs.s32 [%0], %1;", "", "l r", "p[5] = a;"},
		{"st.global.v2.b32 [%0], {%1, 7};", "", "l r", "p[5] = a; p[6] = 7;"},
		{"st.volatile.global.f32 [%0+4], %1;", "", "Fl f", "volatile q[6] = g;"},
		{"st.global.u64 [%0], 1;", "", "l", "p[5 +: 2] = 1u64;"},
		{"atom.global.add.u32 %0, [%1], 1;", "=r", "l", "v = atomic.add.device(&p[5], 1); x1 = v; x = x1;"},
		{"atom.cta.global.cas.b32 %0, [%1], %2, 5;", "=r", "l r", "v = atomic.cas.block(&p[5], a, 5); x1 = v; x = x1;"},
		{"red.release.sys.global.max.s32 [%0], %1;", "", "l r", "v = atomic.max.release.system(&p[5], a);"},
		{"atom.global.max.u32 %0, [%1], 1;", "=r", "l",
			"havoc v2; // atomic on an array of type i32 v3 = atomic.exch.device(&p[5], v2); v = (u32)v3; x1 = (i32)v; x = x1;"},

		{"mov.u32 %0, %%laneid;", "=r", "", "x1 = (i32)(threadIdx.x + threadIdx.y * 16 & 31); x = x1;"},
		{"mov.u32 %0, %tid.y;", "=r", "", "x1 = (i32)threadIdx.y; x = x1;"},
		{"mov.u32 %0, %%ntid.y;", "=r", "", "x1 = 4; x = x1;"},
		{"mov.u32 %0, %%nctaid.x;", "=r", "", "x1 = (i32)gridDim.x; x = x1;"},
		{"mov.u32 %0, %%lanemask_lt;", "=r", "", "x1 = (i32)((1u32 << (threadIdx.x + threadIdx.y * 16 & 31)) - 1); x = x1;"},
		{"mov.u64 %0, %%globaltimer;", "=l", "", "havoc v; // globaltimer l1 = v; l = l1;"},
		{"mov.u32 %0, %%smid;", "=r", "", "havoc v; // smid x1 = (i32)v; x = x1;"},

		{"add.s32 %0, %1, 3;", "=r", "r", "x1 = a + 3; x = x1;"},
		{"add.s32 %[out], %[in], 3; // comment\n", "=r", "r", "x1 = a + 3; x = x1;"},
		{"add.u32 %0, %0, 1;", "+r", "", "x1 = x; x1 = (i32)((u32)x1 + 1); x = x1;"},
		{"add.s32 %0, %0, 1;", "=r", "0", "x1 = a; x1 = x1 + 1; x = x1;"},
		{"shl.b32 %0, %1, 2;", "=r", "r", "x1 = (i32)((u32)a << 2u32); x = x1;"},
		{"shl.b32 %0, %1, 40;", "=r", "r", "x1 = 0; x = x1;"},
		{"mad.lo.s32 %0, %1, %1, 1;", "=r", "r", "x1 = a * a + 1; x = x1;"},
		{"mul.wide.s32 %0, %1, 4;", "=l", "r", "l1 = (u64)((i64)a * 4); l = l1;"},
		{"min.s32 %0, %1, 5;", "=r", "r", "x1 = min(a, 5); x = x1;"},
		{"popc.b32 %0, %1;", "=r", "r", "x1 = popc((u32)a); x = x1;"},
		{"cvt.u64.s32 %0, %1;", "=l", "r", "l1 = (u64)a; l = l1;"},
		{"add.f32 %0, %1, 0f3F800000;", "=f", "f", "havoc f1; // asm register f = f1;"},
		{"lop3.b32 %0, %1, 1, 2, 0x96;", "=r", "r", "x1 = (i32)(3 ^ (u32)a); x = x1;"},
		{"shfl.sync.idx.b32 %0|p, %1, 0, 31, -1;", "=r", "r", "!an instruction writes something that is neither an output"},
		{"shfl.sync.idx.b32 %0, %1, 0, 31, -1;", "=r", "r", "v = shfl.idx(0xffffffff, (u32)a, 0, 32); x1 = (i32)v; x = x1;"},
		{"shfl.sync.up.b32 %0, %1, 1, 0x1800, 0xff;", "=r", "r", "v = shfl.up(0xff, (u32)a, 1, 8); x1 = (i32)v; x = x1;"},
		{"shfl.sync.bfly.b32 %0, %1, 1, %1, -1;", "=r", "r", "v2 = (u32)a; v = shfl.idx(0xffffffff, (u32)a, ((i32)(threadIdx.x + threadIdx.y * 16 & 31) ^ 1) <= ((i32)(threadIdx.x + threadIdx.y * 16 & 31) & ((i32)v2 >> 8 & 31) | (i32)v2 & 31 & ((i32)v2 >> 8 & 31 ^ 31)) ? (i32)(threadIdx.x + threadIdx.y * 16 & 31) ^ 1 : (i32)(threadIdx.x + threadIdx.y * 16 & 31), 32); x1 = (i32)v; x = x1;"},
		{"{.reg .pred p; shfl.sync.down.b32 %0|p, %1, 2, 31, -1; selp.u32 %0, 1, 2, p;}", "=r", "r",
			"q1 = (i32)(threadIdx.x + threadIdx.y * 16 & 31) + 2 <= 31; v = shfl.down(0xffffffff, (u32)a, 2, 32); x1 = (i32)v; p1 = q1; x1 = (i32)(p1 ? 1u32 : 2u32); x = x1;"},
		{"{.reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, 15;}", "=r", "r",
			"p1 = a != 0; v = vote.ballot(0xf, p1); x1 = (i32)v; x = x1;"},
		{"match.any.sync.b32 %0, %1, -1;", "=r", "r", "v = vote.match_any(0xffffffff, (u32)a); x1 = (i32)v; x = x1;"},
		{"redux.sync.add.s32 %0, %1, 3;", "=r", "r", "v = vote.lanes_add(0x3, a); x1 = v; x = x1;"},
		{"redux.sync.umax.u32 %0, %1, -1;", "=r", "r", "v = vote.and(0xffffffff, true); havoc x1; // asm register x = x1;"},
		{"{.reg .pred p; elect.sync %0|p, 12;}", "=r", "", "v = vote.and(0xc, true); x1 = 2; p1 = (threadIdx.x + threadIdx.y * 16 & 31) == 2; x = x1;"},
		{"discard.global.L2 [%0], 128;", "", "l", "havoc v; // discarded p[5 +: 32] = v;"},
		{"multimem.ld_reduce.relaxed.gpu.global.add.f32 %0, [%1];", "=f", "Fl", "v = atomic.load.device(&q[5]); f1 = v; havoc f1; // asm register f = f1;"},
		{"multimem.st.weak.global.f32 [%0], 0f3F800000;", "", "Fl", "q[5] = 1e+00;"},
		{"multimem.red.release.sys.global.add.u32 [%0], %1;", "", "l r", "v = atomic.add.release.system(&p[5], a);"},
		{"atom.global.add.noftz.f16x2 %0, [%1], %2;", "=r", "l r",
			"havoc v; // atom.global.add.noftz.f16x2 v3 = atomic.exch.device(&p[5], (i32)v); v2 = (u32)v3; x1 = (i32)v2; x = x1;"},
		{"red.global.add.v2.f32 [%0], {%1, %2};", "", "Fl f f", "v = atomic.add.device(&q[5], g); v2 = atomic.add.device(&q[6], g2);"},
		{"griddepcontrol.wait; setmaxnreg.inc.sync.aligned.u32 232;", "", "", "v = vote.and.aligned(0xffffffff, true);"},
		{"activemask.b32 %0;", "=r", "", "v = vote.activemask(-); x1 = (i32)v; x = x1;"},
		{"mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 %0, %1, 1, 1;", "=r", "r",
			"v = vote.and.aligned(0xffffffff, true); havoc x1; // asm register x = x1;"},
		{"mov.b64 %0, {%1, 3};", "=l", "r", "l1 = (u64)(u32)a | 12884901888; l = l1;"},
		{"{.reg .pred p; setp.eq.s32 p, %1, 0; @p mov.u32 %0, 1;}", "=r", "r",
			"p1 = a == 0; havoc x1; // asm register if (p1) { x1 = 1; } x = x1;"},
		{"prefetch.global.L1 [%0]; nanosleep.u32 20;", "", "l", ""},
		{"applypriority.global.L2::evict_normal [%0], 128;", "", "l", ""},
		{"trap;", "", "", "assume false;"},
		{"exit;", "", "", "return;"},

		{"cp.async.ca.shared.global [%0], [%1], 4;", "", "l l", "!cp.async.ca.shared.global on the global array p"},
		{"cp.async.commit_group; cp.async.wait_group 1; cp.async.wait_all;", "", "", "async.commit.copies; async.wait.copies(1); async.commit.copies; async.wait.copies(0);"},
		{"cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; cp.async.bulk.wait_group.read 2;", "", "", "async.commit.bulk; async.wait.bulk(0); async.wait.read.bulk(2);"},
		{"wmma.load.a.sync.aligned.row.m8n32k16.global.f16 {%0, _}, [%1], 16;", "=r", "l",
			"v = vote.and.aligned(0xffffffff, true); warp(a_m8n32k16_f16_row_0_of_1) p[5 +: 64]; havoc x1; // asm register x = x1;"},
		{"wmma.store.d.sync.aligned.col.m8n8k4.global.f64 [%0], {1, 2};", "", "l",
			"v = vote.and.aligned(0xffffffff, true); warp(c_m8n8k4_f64_col_0_of_1) p[5 +: 128] = *;"},
		{"wmma.load.b.sync.aligned.row.m8n8k4.shared.f64 {%0}, [%1];", "=r", "l", "!wmma.load.b.sync.aligned.row.m8n8k4.shared.f64 on the global array p"},
		{"wmma.load.e.sync.aligned.row.m8n8k4.f64 {%0}, [%1];", "=r", "l", "!this form of wmma.load"},
		{"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];", "=r", "l", "!ldmatrix.sync.aligned.m8n8.x1.shared.b16 on the global array p"},
		{"ldmatrix.sync.aligned.m16n16.x1.shared.b8 {%0}, [%1];", "=r", "l", "!this form of ldmatrix"},
		{"wgmma.fence.sync.aligned; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 1;", "", "",
			"v = vote.and.aligned(0xffffffff, true); v2 = vote.and.aligned(0xffffffff, true); async.commit.matrix; v3 = vote.and.aligned(0xffffffff, true); async.wait.matrix(1);"},
		{"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, _, _, _}, %1, %1, 1, 1, 1, 0, 0;", "=r", "l", "!wgmma.mma_async with a descriptor"},
		{"wgmma.fence;", "", "", "!this form of wgmma.fence"},
		{"cp.async.wait_group.read 0;", "", "", "!this form of cp.async.wait_group.read"},
		{"cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], 64;", "", "l l", "!cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 on the global array p"},
		{"cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f16 [%0], [%1], 64;", "", "l l", "!this form of cp.reduce.async.bulk.global"},
		{"cp.reduce.async.bulk.global.shared::cta.bulk_group.min.f32 [%0], [%1], 64;", "", "l l", "!this form of cp.reduce.async.bulk.global"},
		{"cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.f32 [%0], [%1], 64, [%0];", "", "l l", "!this form of cp.reduce.async.bulk.shared"},
		{"cp.reduce.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.add.u32 [%0], [%1], 64, [%0];", "", "l l", "!this form of cp.reduce.async.bulk.shared"},
		{"cp.reduce.async.bulk;", "", "", "!this form of cp.reduce.async.bulk"},
		{"cp.async.bulk.tensor.1d.global;", "", "", "!this form of cp.async.bulk.tensor.1d.global"},
		{"fence.proxy.async; fence.proxy.async.shared::cta;", "", "", "fence.proxy.async; fence.proxy.async;"},
		{"fence.proxy.alias;", "", "", "!this form of fence.proxy.alias"},
		{"fence.mbarrier_init.release.cluster;", "", "", "fence.release.cluster;"},
		{"mbarrier.init.shared.b64 [%0], 4;", "", "l", "!mbarrier.init.shared.b64 on the global array p"},
		{"ld.shared.u32 %0, [%1];", "=r", "r", "!ld.shared.u32 at an address that is not a pointer operand"},
		{"ld.shared.u32 %0, [%1];", "=r", "l", "!ld.shared.u32 on the global array p"},
		{"ld.global.u32 %0, [%1+2];", "=r", "l", "!ld.global.u32 at a part of an element of p"},
		{"ld.global.b128 %0, [%1];", "=r", "l", "!this form of ld.global.b128"},
		{"bra L;", "", "", "!instruction bra"},
		{"L: add.s32 %0, %0, 1;", "+r", "", "!label L"},
		{"tcgen05.fence;", "", "", "!instruction tcgen05.fence"},
		{"bar.arrive 1;", "", "", "!bar.arrive with one operand is not PTX; it is bar.arrive a, b for barrier a and b threads"},
		{"bar.snc 1, 64;", "", "", "!bar.snc is not a PTX operation on barriers; these are bar.sync a{, b} for barrier a and b threads, "},
		{"bar 1;", "", "", "!bar is not a PTX operation on barriers"},
		{"bar.sync;", "", "", "!bar.sync with no operand is not PTX; it is bar.sync a{, b}"},
		{"bar.red.xor.pred p, 1, q;", "", "", "!bar.red.xor.pred with 3 operands is not PTX; it is bar.red.popc.u32 d, a{, b}, {!}c or"},
		{"barrier.cluster.arrive;", "", "", "arrive.cluster.unaligned(0);"},
		{"barrier.cluster.arrive.relaxed.aligned;", "", "", "arrive.cluster.relaxed.unaligned(0);"},
		{"barrier.cluster.wait.acquire;", "", "", "await.cluster.unaligned(0);"},
		{"barrier.cluster.wait.relaxed;", "", "", "!this form of barrier.cluster.wait.relaxed"},
		{"mov.u32 %0, %cluster_ctarank;", "=r", "", "x1 = (i32)clusterRank.x; x = x1;"},
		{"mov.u32 %0, %cluster_nctarank;", "=r", "", "x1 = (i32)(clusterDim.x * clusterDim.y * clusterDim.z); x = x1;"},
		{"mapa.shared::cluster.u32 %0, %1, 3;", "=r", "r", "x1 = (i32)((u32)a + (u32)(cluster_distance:i64(3u32) * 262144)); x = x1;"},
		{"mov.u32 %3, 1;", "=r", "", "!no operand %3"},
		{"mov.u32 q, 1;", "", "", "!an instruction writes something"},
		{"mov.u32 %0, q;", "=r", "", "!no register q"},
		{"mov.u32 %0, 1;", "", "r", "!an instruction writes something"},
		{"}", "", "", "!} without {"},
		{".reg .f16x2 p;", "", "", "!register type .f16x2"},
		{".shared .u32 buf;", "", "", "!cannot read: directive .shared"},
		{"mov.u32 %0, 1 2;", "=r", "", "!cannot read: \";\" expected before \"2;\""},
	} {
		r := &emittest.Recorder{Config: launch2D()}
		ok := run(r, c.text, c.outs, c.ins, kernel.Global)
		if message, refused := strings.CutPrefix(c.want, "!"); refused {
			assert.False(t, ok, c.text)
			if assert.Equal(t, 1, r.Diags.Len(), c.text) {
				assert.Contains(t, r.Diags.String(), "unsupported: "+message, c.text)
			}
			continue
		}
		require.True(t, ok, "%s: %s", c.text, r.Diags.String())
		assert.Equal(t, c.want, renamed(r), c.text)
		r.Check(t, c.text)
	}
}

// renamed gives the variables short stable names and prints the statements:
// x1 is the register of output x, v a temporary, p and q predicate registers.
func renamed(r *emittest.Recorder) string {
	used := map[string]int{}
	name := func(base string) string {
		used[base]++
		if used[base] > 1 {
			return base + string(rune('0'+used[base]))
		}
		return base
	}
	outs := 0
	for _, v := range r.Vars {
		if !v.Temp {
			v.Name = name(v.Name)
			if strings.ContainsAny(v.Name, "xfl") {
				outs++
			}
		}
	}
	registers := map[kernel.Type]string{kernel.I32: "x1", kernel.F32: "f1", kernel.U64: "l1"}
	preds := 0
	for _, v := range r.Vars {
		switch {
		case !v.Temp:
		case outs > 0:
			v.Name = name(registers[v.T])
			outs--
		case v.T.Kind == kernel.Bool && preds < 2 && !usedAsReduction(r, v):
			v.Name = []string{"p1", "q1"}[preds]
			preds++
		default:
			v.Name = name("v")
		}
	}
	return strings.Join(strings.Fields(kernel.PrintStmts(r.Stmts)), " ")
}

func usedAsReduction(r *emittest.Recorder, v *kernel.Var) bool {
	found := false
	kernel.Walk(r.Stmts, func(s kernel.Stmt) bool {
		b, ok := s.(*kernel.Barrier)
		found = found || ok && b.Dst == v
		return true
	})
	return found
}

func TestSharedPointer(t *testing.T) {
	r := &emittest.Recorder{}
	require.True(t, run(r, "ld.shared.u32 %0, [%1]; st.shared::cta.u32 [%1], 3;", "=r", "l", kernel.Shared))
	assert.Equal(t, "v = p[5]; x1 = v; p[5] = 3; x = x1;", renamed(r))
}

func TestWarpIDIsAnAssumption(t *testing.T) {
	r := &emittest.Recorder{}
	require.True(t, run(r, "mov.u32 %0, %%warpid;", "=r", "", kernel.Global))
	assert.Equal(t, []string{"%warpid is the thread's number in its block divided by 32"}, r.Assumptions)
	assert.Contains(t, kernel.PrintStmts(r.Stmts), "threadIdx.z * (blockDim.x * blockDim.y) >> 5")
}

// FuzzInstructions: whatever the template, lowering neither panics nor breaks the IR's
// rules, and a refusal comes with a diagnostic.
func FuzzInstructions(f *testing.F) {
	for _, seed := range []string{"bar.sync 1, 64;", "{ .reg .pred p; setp.ne.u32 p, %2, 0; @!p bar.arrive %2, 64; }",
		"ld.global.v4.u32 {%0,%1,%0,%1}, [%3+16];", "atom.global.cas.b32 %0, [%3], %2, 5;", "mov.u32 %0, %%laneid;",
		".reg .b32 r<4>; add.u32 r1, %2, 0x10; mov.b32 %1, r1; /* c */ // d", "st.shared.f32 [%3+%2], 0f3F800000;",
		"shfl.sync.idx.b32 %0|_, %2, 0, 31, -1;", "@%[in] exit", "cvt.u8.s64 %0, %1; shr.s64 %1, %1, %0;",
		"bar.red.popc.u32 %0, 1, 64, !%2; setp.lo.u16 %0, -1, 0b11;", "mov.u32 %0, %tid.x; mul.hi.u64 %1, %1, %1;"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4096 {
			return
		}
		r := &emittest.Recorder{Config: launch2D()}
		if !run(r, text, "=r +l", "r l", kernel.Shared) {
			require.NotZero(t, r.Diags.Len())
			return
		}
		r.Check(t, text)
	})
}

// TestBarriersInMemory: what instructions on barriers in shared memory, and copies to it, become.
func TestBarriersInMemory(t *testing.T) {
	for _, c := range []struct{ text, outs, ins, want string }{
		{"mbarrier.init.shared::cta.b64 [%0], 4;", "", "l", "havoc t0; // the state of a barrier p[5 +: 2] = t0; phase.init(p[5 +: 2], 4);"},
		{"mbarrier.inval.shared.b64 [%0];", "", "l", "p[5 +: 2]; phase.invalidate(p[5 +: 2]);"},
		{"mbarrier.arrive.shared.b64 _, [%0];", "", "l", "p[5 +: 2]; phase.arrive(p[5 +: 2]);"},
		{"mbarrier.arrive.release.cta.shared::cta.b64 %0, [%1], 3;", "=l", "l", "p[5 +: 2]; t2 = phase.arrive(p[5 +: 2], 3); t1 = t2; l = t1;"},
		{"mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;", "", "l", "p[5 +: 2]; phase.arrive(p[5 +: 2]) bytes 256;"},
		{"mbarrier.arrive_drop.shared.b64 _, [%0];", "", "l", "p[5 +: 2]; phase.arrive.drop(p[5 +: 2]);"},
		{"mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], 64;", "", "l", "p[5 +: 2]; phase.expect(p[5 +: 2]) bytes 64;"},
		{"mbarrier.complete_tx.shared::cta.b64 [%0], 64;", "", "l", "p[5 +: 2]; phase.complete(p[5 +: 2]) bytes 64;"},
		{"{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 1; selp.u32 %0, 1, 0, p;}", "=r", "l",
			"p[5 +: 2]; t3 = phase.test(p[5 +: 2]) parity 1; t2 = t3; t1 = (i32)(t2 ? 1u32 : 0u32); x = t1;"},
		{"{.reg .pred p; mbarrier.test_wait.shared::cta.b64 p, [%1], 7; selp.u32 %0, 1, 0, p;}", "=r", "l",
			"p[5 +: 2]; t3 = phase.test(p[5 +: 2], 7); t2 = t3; t1 = (i32)(t2 ? 1u32 : 0u32); x = t1;"},
		{"cp.async.mbarrier.arrive.noinc.shared.b64 [%0];", "", "l", "p[5 +: 2]; async.copies phase.arrive(p[5 +: 2]);"},
		{"cp.async.mbarrier.arrive.shared.b64 [%0];", "", "l", "p[5 +: 2]; async.copies phase.arrive.extra(p[5 +: 2]);"},
		{"mbarrier.arrive.relaxed.cta.shared.b64 _, [%0];", "", "l", "!this form of mbarrier.arrive.relaxed.cta.shared.b64"},
		{"mbarrier.arrive.noComplete.shared.b64 _, [%0], 1;", "", "l", "!this form of mbarrier.arrive.noComplete.shared.b64"},
		{"mbarrier.pending_count.b64 %0;", "=r", "", "!this form of mbarrier.pending_count.b64"},
		{"mbarrier.init.shared.b64 [%0];", "", "l", "!this form of mbarrier.init.shared.b64"},
	} {
		r := &emittest.Recorder{}
		ok := run(r, c.text, c.outs, c.ins, kernel.Shared)
		if message, refused := strings.CutPrefix(c.want, "!"); refused {
			assert.False(t, ok, c.text)
			assert.Contains(t, r.Diags.String(), message, c.text)
			continue
		}
		assert.True(t, ok, r.Diags.String())
		assert.Equal(t, c.want, strings.Join(strings.Fields(kernel.PrintStmts(r.Stmts)), " "), c.text)
		r.Check(t, c.text)
	}
}
