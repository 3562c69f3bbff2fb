// Kernel k of 14_loop_exit_flag_ok.cu:3, two arbitrary threads
// blockDim = 64x1x1, gridDim = 1x1x1
// arithmetic: int (every operation that matters is exact in integers)
// run: boogie /contractInfer stdin.bpl

// The two threads
const local_id_x$1: int;
const local_id_x$2: int;

axiom 0 <= local_id_x$1 && local_id_x$1 < 64;
axiom 0 <= local_id_x$2 && local_id_x$2 < 64;

// Operations
function {:inline} IS_I32(x: int): bool { -2147483648 <= x && x < 2147483648 }

// Array go (shared)
var go$1:                  [int]int;  // as thread 1 sees it
var go$2:                  [int]int;  // as thread 2 sees it
var READ_HAS_OCCURRED_go:  bool;
var READ_OFFSET_go:        int;
var READ_SOURCE_go:        int;
var WRITE_HAS_OCCURRED_go: bool;
var WRITE_OFFSET_go:       int;
var WRITE_SOURCE_go:       int;

procedure {:inline 1} LOG_READ_go(P: bool, offset: int, source: int)
  modifies READ_HAS_OCCURRED_go, READ_OFFSET_go, READ_SOURCE_go;
{
  var track: bool;

  havoc track;
  if (P && track) {
    READ_HAS_OCCURRED_go := true;
    READ_OFFSET_go := offset;
    READ_SOURCE_go := source;
  }
}

procedure CHECK_READ_go(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_go && WRITE_OFFSET_go == offset);

procedure {:inline 1} LOG_WRITE_go(P: bool, offset: int, source: int)
  modifies WRITE_HAS_OCCURRED_go, WRITE_OFFSET_go, WRITE_SOURCE_go;
{
  var track: bool;

  havoc track;
  if (P && track) {
    WRITE_HAS_OCCURRED_go := true;
    WRITE_OFFSET_go := offset;
    WRITE_SOURCE_go := source;
  }
}

procedure CHECK_WRITE_go(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_go && WRITE_OFFSET_go == offset);
  requires !(P && READ_HAS_OCCURRED_go && READ_OFFSET_go == offset);

// Array out (global)
var WRITE_HAS_OCCURRED_out: bool;
var WRITE_OFFSET_out:       int;
var WRITE_SOURCE_out:       int;

procedure {:inline 1} LOG_WRITE_out(P: bool, offset: int, source: int)
  modifies WRITE_HAS_OCCURRED_out, WRITE_OFFSET_out, WRITE_SOURCE_out;
{
  var track: bool;

  havoc track;
  if (P && track) {
    WRITE_HAS_OCCURRED_out := true;
    WRITE_OFFSET_out := offset;
    WRITE_SOURCE_out := source;
  }
}

procedure CHECK_WRITE_out(P: bool, offset: int);
  requires !(P && WRITE_HAS_OCCURRED_out && WRITE_OFFSET_out == offset);

// Candidate loop invariants: Houdini keeps those that hold
const {:existential true} _b0:  bool;
const {:existential true} _b1:  bool;
const {:existential true} _b2:  bool;
const {:existential true} _b3:  bool;
const {:existential true} _b4:  bool;
const {:existential true} _b5:  bool;
const {:existential true} _b6:  bool;
const {:existential true} _b7:  bool;
const {:existential true} _b8:  bool;
const {:existential true} _b9:  bool;
const {:existential true} _b10: bool;
const {:existential true} _b11: bool;
const {:existential true} _b12: bool;
const {:existential true} _b13: bool;
const {:existential true} _b14: bool;
const {:existential true} _b15: bool;
const {:existential true} _b16: bool;
const {:existential true} _b17: bool;
const {:existential true} _b18: bool;
const {:existential true} _b19: bool;
const {:existential true} _b20: bool;
const {:existential true} _b21: bool;
const {:existential true} _b22: bool;
const {:existential true} _b23: bool;
const {:existential true} _b24: bool;
const {:existential true} _b25: bool;
const {:existential true} _b26: bool;
const {:existential true} _b27: bool;
const {:existential true} _b28: bool;
const {:existential true} _b29: bool;
const {:existential true} _b30: bool;

// The kernel
procedure {:inline 1} BARRIER(P$1: bool, P$2: bool)
  modifies go$1, go$2;
{
  if (P$1) {
    havoc go$1;
  }
  if (P$2) {
    havoc go$2;
  }
  if (P$1 && P$2) {
    assume !READ_HAS_OCCURRED_go;
    assume !WRITE_HAS_OCCURRED_go;
    assume go$1 == go$2;
    assume !WRITE_HAS_OCCURRED_out;
  }
}

// Two threads of one block.
procedure k()
  requires local_id_x$1 != local_id_x$2;
  requires !READ_HAS_OCCURRED_go && !WRITE_HAS_OCCURRED_go;
  requires go$1 == go$2;
  requires !WRITE_HAS_OCCURRED_out;
  modifies READ_HAS_OCCURRED_go, READ_OFFSET_go, READ_SOURCE_go, WRITE_HAS_OCCURRED_go,
      WRITE_OFFSET_go, WRITE_SOURCE_go, go$1, go$2, WRITE_HAS_OCCURRED_out, WRITE_OFFSET_out,
      WRITE_SOURCE_out;
{
  var if_11$1:    bool;
  var if_11$2:    bool;
  var if_6$1:     bool;
  var if_6$2:     bool;
  var it$1:       int;
  var it$2:       int;
  var it_start$1: int;
  var it_start$2: int;
  var loop_8$1:   bool;
  var loop_8$2:   bool;
  var t$1:        int;
  var t$2:        int;
  var t_1$1:      int;
  var t_1$2:      int;

  // 14_loop_exit_flag_ok.cu:5: int t = threadIdx.x, it = 0;
  t$1 := local_id_x$1;
  t$2 := local_id_x$2;
  it$1 := 0;
  it$2 := 0;
  // 14_loop_exit_flag_ok.cu:6: if (t == 0) go = 1;
  if_6$1 := t$1 == 0;
  if_6$2 := t$2 == 0;
  call LOG_WRITE_go(if_6$1, 0, 0);
  call CHECK_WRITE_go(if_6$2, 0);
  go$1[0] := (if if_6$1 then 1 else go$1[0]);
  go$2[0] := (if if_6$2 then 1 else go$2[0]);
  // 14_loop_exit_flag_ok.cu:7: __syncthreads();
  call BARRIER(true, true);
  // 14_loop_exit_flag_ok.cu:8: while (go) {
  call LOG_READ_go(true, 0, 1);
  call CHECK_READ_go(true, 0);
  t_1$1 := go$1[0];
  t_1$2 := go$2[0];
  assume IS_I32(t_1$1);
  assume IS_I32(t_1$2);
  loop_8$1 := t_1$1 != 0;
  loop_8$2 := t_1$2 != 0;
  it_start$1 := it$1;
  it_start$2 := it$2;
  while (loop_8$1 || loop_8$2)
    invariant {:tag "log-empty"} _b0 ==> !WRITE_HAS_OCCURRED_go;
    invariant {:tag "log-empty"} _b1 ==> loop_8$1 ==> !WRITE_HAS_OCCURRED_go;
    invariant {:tag "log-empty"} _b2 ==> !READ_HAS_OCCURRED_go;
    invariant {:tag "log-empty"} _b3 ==> loop_8$1 ==> !READ_HAS_OCCURRED_go;
    invariant {:tag "log-source"} _b4 ==> WRITE_HAS_OCCURRED_go ==> WRITE_SOURCE_go != 3;
    invariant {:tag "log-source"} _b5 ==> WRITE_HAS_OCCURRED_go ==> WRITE_SOURCE_go != 0;
    invariant {:tag "log-source"}
        _b6 ==> WRITE_HAS_OCCURRED_go ==> WRITE_SOURCE_go == 3 || WRITE_SOURCE_go == 0;
    invariant {:tag "log-source"} _b7 ==> READ_HAS_OCCURRED_go ==> READ_SOURCE_go != 5;
    invariant {:tag "log-source"} _b8 ==> READ_HAS_OCCURRED_go ==> READ_SOURCE_go != 1;
    invariant {:tag "log-source"}
        _b9 ==> READ_HAS_OCCURRED_go ==> READ_SOURCE_go == 5 || READ_SOURCE_go == 1;
    invariant {:tag "maps-equal"} _b10 ==> go$1 == go$2;
    invariant {:tag "predicate-equal"} _b11 ==> loop_8$1 == loop_8$2;
    invariant {:tag "predicate-guard"}
        _b12 ==> (loop_8$1 ==> t_1$1 != 0) && (loop_8$2 ==> t_1$2 != 0);
    invariant {:tag "variable-equal"} _b13 ==> it$1 == it$2;
    invariant {:tag "variable-equal"} _b14 ==> loop_8$1 && loop_8$2 ==> it$1 == it$2;
    invariant {:tag "variable-equal"} _b15 ==> t_1$1 == t_1$2;
    invariant {:tag "variable-equal"} _b16 ==> loop_8$1 && loop_8$2 ==> t_1$1 == t_1$2;
    invariant {:tag "counter-bound"} _b17 ==> it_start$1 <= it$1 && it_start$2 <= it$2;
    invariant {:tag "counter-together"} _b18 ==> it$1 - it_start$1 == it$2 - it_start$2;
    invariant {:tag "range"} _b19 ==> 0 <= it$1 && 0 <= it$2;
    invariant {:tag "range"} _b20 ==> -2147483648 <= t_1$1 && -2147483648 <= t_1$2;
    invariant {:tag "access-offset"}
        _b21 ==> WRITE_HAS_OCCURRED_go && WRITE_SOURCE_go == 3 ==> WRITE_OFFSET_go == 0;
    invariant {:tag "access-offset"}
        _b22 ==> READ_HAS_OCCURRED_go && READ_SOURCE_go == 5 ==> READ_OFFSET_go == 0;
    invariant {:tag "access-offset"}
        _b23 ==> WRITE_HAS_OCCURRED_go && WRITE_SOURCE_go == 0 ==> WRITE_OFFSET_go == 0;
    invariant {:tag "access-offset"}
        _b24 ==> READ_HAS_OCCURRED_go && READ_SOURCE_go == 1 ==> READ_OFFSET_go == 0;
    invariant {:tag "access-guard"}
        _b25 ==> WRITE_HAS_OCCURRED_go && WRITE_SOURCE_go == 3 ==> local_id_x$1 == 0;
    invariant {:tag "access-guard"}
        _b26 ==> WRITE_HAS_OCCURRED_go && WRITE_SOURCE_go == 0 ==> local_id_x$1 == 0;
    invariant {:tag "access-entered"}
        _b27 ==> WRITE_HAS_OCCURRED_go && WRITE_SOURCE_go == 3 ==> !(it$1 == it_start$1);
    invariant {:tag "access-entered"}
        _b28 ==> READ_HAS_OCCURRED_go && READ_SOURCE_go == 5 ==> !(it$1 == it_start$1);
    invariant {:tag "access-entered"}
        _b29 ==> WRITE_HAS_OCCURRED_go && WRITE_SOURCE_go == 0 ==> it$1 == it_start$1;
    invariant {:tag "access-entered"}
        _b30 ==> READ_HAS_OCCURRED_go && READ_SOURCE_go == 1 ==> it$1 == it_start$1;
  {
    // 14_loop_exit_flag_ok.cu:9: __syncthreads();
    assert loop_8$1 == loop_8$2;
    call BARRIER(loop_8$1, loop_8$2);
    // 14_loop_exit_flag_ok.cu:10: ++it;
    it$1 := (if loop_8$1 then it$1 + 1 else it$1);
    it$2 := (if loop_8$2 then it$2 + 1 else it$2);
    // 14_loop_exit_flag_ok.cu:11: if (t == 0) go = (it < 3);
    if_11$1 := loop_8$1 && t$1 == 0;
    if_11$2 := loop_8$2 && t$2 == 0;
    call LOG_WRITE_go(if_11$1, 0, 3);
    call CHECK_WRITE_go(if_11$2, 0);
    go$1[0] := (if if_11$1 then (if it$1 < 3 then 1 else 0) else go$1[0]);
    go$2[0] := (if if_11$2 then (if it$2 < 3 then 1 else 0) else go$2[0]);
    // 14_loop_exit_flag_ok.cu:12: __syncthreads();
    assert loop_8$1 == loop_8$2;
    call BARRIER(loop_8$1, loop_8$2);
    // 14_loop_exit_flag_ok.cu:8: while (go) {
    call LOG_READ_go(loop_8$1, 0, 5);
    call CHECK_READ_go(loop_8$2, 0);
    t_1$1 := (if loop_8$1 then go$1[0] else t_1$1);
    t_1$2 := (if loop_8$2 then go$2[0] else t_1$2);
    assume IS_I32(t_1$1);
    assume IS_I32(t_1$2);
    loop_8$1 := loop_8$1 && t_1$1 != 0;
    loop_8$2 := loop_8$2 && t_1$2 != 0;
  }
  // 14_loop_exit_flag_ok.cu:14: out[t] = it;
  call LOG_WRITE_out(true, t$1, 6);
  call CHECK_WRITE_out(true, t$2);
}
