; llc -march=nvptx64 -mcpu=sm_70 -O3 block_sum.ll -o clang_block_sum.ptx: what clang hands to LLVM for
;   __shared__ float tile[256]; tile[t] = i < n ? in[i] : 0; __syncthreads();
;   for (int s = 128; s > 0; s >>= 1) { if (t < s) tile[t] += tile[t + s]; __syncthreads(); }
;   if (t == 0) out[blockIdx.x] = tile[0];
target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [256 x float] undef, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier0() convergent
define void @block_sum(float* nocapture readonly %in, float* nocapture %out, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = shl i32 %b, 8
  %i = add i32 %first, %t
  %inside = icmp slt i32 %i, %n
  br i1 %inside, label %load, label %begin
load:
  %i64 = sext i32 %i to i64
  %from = getelementptr inbounds float, float* %in, i64 %i64
  %got = load float, float* %from, align 4
  br label %begin
begin:
  %v = phi float [ %got, %load ], [ 0.0, %entry ]
  %t64 = zext i32 %t to i64
  %slot = getelementptr inbounds [256 x float], [256 x float] addrspace(3)* @tile, i64 0, i64 %t64
  store float %v, float addrspace(3)* %slot, align 4
  call void @llvm.nvvm.barrier0()
  br label %loop
loop:
  %s = phi i32 [ 128, %begin ], [ %half, %next ]
  %works = icmp ult i32 %t, %s
  br i1 %works, label %add, label %next
add:
  %other = add nuw nsw i32 %s, %t
  %o64 = zext i32 %other to i64
  %oslot = getelementptr inbounds [256 x float], [256 x float] addrspace(3)* @tile, i64 0, i64 %o64
  %x = load float, float addrspace(3)* %oslot, align 4
  %y = load float, float addrspace(3)* %slot, align 4
  %z = fadd contract float %x, %y
  store float %z, float addrspace(3)* %slot, align 4
  br label %next
next:
  call void @llvm.nvvm.barrier0()
  %half = lshr i32 %s, 1
  %more = icmp ugt i32 %s, 1
  br i1 %more, label %loop, label %last
last:
  %leads = icmp eq i32 %t, 0
  br i1 %leads, label %give, label %end
give:
  %r = load float, float addrspace(3)* getelementptr inbounds ([256 x float], [256 x float] addrspace(3)* @tile, i64 0, i64 0), align 4
  %b64 = zext i32 %b to i64
  %to = getelementptr inbounds float, float* %out, i64 %b64
  store float %r, float* %to, align 4
  br label %end
end:
  ret void
}
!nvvm.annotations = !{!0, !1}
!0 = !{void (float*, float*, i32)* @block_sum, !"kernel", i32 1}
!1 = !{void (float*, float*, i32)* @block_sum, !"maxntidx", i32 256}
