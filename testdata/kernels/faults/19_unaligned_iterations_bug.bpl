// Kernel rowsum of 19_unaligned_iterations_bug.cu:5, two arbitrary threads
// blockDim = 32x1x1, gridDim = 1x1x1
// arithmetic: int (every operation that matters is exact in integers)
// run: boogie /contractInfer stdin.bpl

// The two threads
const local_id_x$1: int;
const local_id_x$2: int;

axiom 0 <= local_id_x$1 && local_id_x$1 < 32;
axiom 0 <= local_id_x$2 && local_id_x$2 < 32;

// Barrier 0: 32 threads
var GEN_0$1:    int;  // registrations of thread 1 so far
var SYNCED_0$1: int;  // generation that its last sync waited for
var GEN_0$2:    int;  // registrations of thread 2 so far
var SYNCED_0$2: int;  // generation that its last sync waited for

// bar.sync 0: register on the next generation and wait until it is complete.
procedure {:inline 1} SYNC_0(P$1: bool, P$2: bool)
  modifies GEN_0$1, GEN_0$2, SYNCED_0$1, SYNCED_0$2;
{
  if (P$1) {
    GEN_0$1 := GEN_0$1 + 1;
    SYNCED_0$1 := GEN_0$1;
  }
  if (P$2) {
    GEN_0$2 := GEN_0$2 + 1;
    SYNCED_0$2 := GEN_0$2;
  }
}

// Array sum (shared): one access of each thread
var LOGGED_sum$1: bool;
var OFFSET_sum$1: int;
var KIND_sum$1:   int;
var SOURCE_sum$1: int;
var ITER_sum$1:   int;
var REL_0_sum$1:  int;
var ACQ_0_sum$1:  int;
var LOGGED_sum$2: bool;
var OFFSET_sum$2: int;
var KIND_sum$2:   int;
var SOURCE_sum$2: int;
var ITER_sum$2:   int;
var REL_0_sum$2:  int;
var ACQ_0_sum$2:  int;

procedure {:inline 1} LOG_sum(P: bool, kind: int, offset: int, iter: int, source: int)
  modifies LOGGED_sum$1, OFFSET_sum$1, KIND_sum$1, SOURCE_sum$1, ITER_sum$1, REL_0_sum$1,
      ACQ_0_sum$1;
{
  var track: bool;

  havoc track;
  if (P && track) {
    LOGGED_sum$1 := true;
    KIND_sum$1 := kind;
    OFFSET_sum$1 := offset;
    ITER_sum$1 := iter;
    SOURCE_sum$1 := source;
    REL_0_sum$1 := GEN_0$1 + 1;
    ACQ_0_sum$1 := SYNCED_0$1;
  }
}

procedure {:inline 1} CHECK_sum(P: bool, kind: int, offset: int, iter: int, source: int)
  modifies LOGGED_sum$2, OFFSET_sum$2, KIND_sum$2, SOURCE_sum$2, ITER_sum$2, REL_0_sum$2,
      ACQ_0_sum$2;
{
  var track: bool;

  havoc track;
  if (P && track) {
    LOGGED_sum$2 := true;
    KIND_sum$2 := kind;
    OFFSET_sum$2 := offset;
    ITER_sum$2 := iter;
    SOURCE_sum$2 := source;
    REL_0_sum$2 := GEN_0$2 + 1;
    ACQ_0_sum$2 := SYNCED_0$2;
  }
}

// The logged accesses to sum: if they conflict (kinds: 0 read, 1 write, 2 atomic), a generation orders them.
procedure RESOLVE_sum();
  requires
      LOGGED_sum$1 &&
        LOGGED_sum$2 &&
        OFFSET_sum$1 == OFFSET_sum$2 &&
        (KIND_sum$1 != KIND_sum$2 || KIND_sum$1 == 1) ==>
      REL_0_sum$1 <= ACQ_0_sum$2 || REL_0_sum$2 <= ACQ_0_sum$1;

// Array out (global): one access of each thread
var LOGGED_out$1: bool;
var OFFSET_out$1: int;
var KIND_out$1:   int;
var SOURCE_out$1: int;
var ITER_out$1:   int;
var LOGGED_out$2: bool;
var OFFSET_out$2: int;
var KIND_out$2:   int;
var SOURCE_out$2: int;
var ITER_out$2:   int;

procedure {:inline 1} LOG_out(P: bool, kind: int, offset: int, iter: int, source: int)
  modifies LOGGED_out$1, OFFSET_out$1, KIND_out$1, SOURCE_out$1, ITER_out$1;
{
  var track: bool;

  havoc track;
  if (P && track) {
    LOGGED_out$1 := true;
    KIND_out$1 := kind;
    OFFSET_out$1 := offset;
    ITER_out$1 := iter;
    SOURCE_out$1 := source;
  }
}

procedure {:inline 1} CHECK_out(P: bool, kind: int, offset: int, iter: int, source: int)
  modifies LOGGED_out$2, OFFSET_out$2, KIND_out$2, SOURCE_out$2, ITER_out$2;
{
  var track: bool;

  havoc track;
  if (P && track) {
    LOGGED_out$2 := true;
    KIND_out$2 := kind;
    OFFSET_out$2 := offset;
    ITER_out$2 := iter;
    SOURCE_out$2 := source;
  }
}

// The logged accesses to out: if they conflict (kinds: 0 read, 1 write, 2 atomic), a generation orders them.
procedure RESOLVE_out();
  requires
      LOGGED_out$1 &&
        LOGGED_out$2 &&
        OFFSET_out$1 == OFFSET_out$2 &&
        (KIND_out$1 != KIND_out$2 || KIND_out$1 == 1) ==>
      false;

// Barrier 0: a complete operation of thread 1, and one that thread 2 has yet to execute
var LOGGED_0$1: bool;
var AT_0$1:     int;
var SOURCE_0$1: int;
var ITER_0$1:   int;
var REL_0_0$1:  int;
var LOGGED_0$2: bool;
var AT_0$2:     int;
var SOURCE_0$2: int;
var ITER_0$2:   int;
var ACQ_0_0$2:  int;

procedure {:inline 1} LOG_0(P: bool, generation: int, iter: int, source: int)
  modifies LOGGED_0$1, AT_0$1, SOURCE_0$1, ITER_0$1, REL_0_0$1;
{
  var track: bool;

  havoc track;
  if (P && track) {
    LOGGED_0$1 := true;
    AT_0$1 := generation;
    ITER_0$1 := iter;
    SOURCE_0$1 := source;
    REL_0_0$1 := GEN_0$1 + 1;
  }
}

procedure {:inline 1} CHECK_0(P: bool, generation: int, iter: int, source: int)
  modifies LOGGED_0$2, AT_0$2, SOURCE_0$2, ITER_0$2, ACQ_0_0$2;
{
  var track: bool;

  havoc track;
  if (P && track) {
    LOGGED_0$2 := true;
    AT_0$2 := generation;
    ITER_0$2 := iter;
    SOURCE_0$2 := source;
    ACQ_0_0$2 := SYNCED_0$2;
  }
}

// Generation k of barrier 0 is complete when thread 2 registers on generation k+1: it has waited for it
// itself, or thread 1's operation on generation k is ordered before.
procedure RESOLVE_0();
  requires
      LOGGED_0$1 && LOGGED_0$2 && AT_0$1 + 1 == AT_0$2 ==>
      AT_0$1 <= ACQ_0_0$2 || REL_0_0$1 <= ACQ_0_0$2;

var RANK$1: int;  // rank of the last generation that thread 1 waited for

// Candidate loop invariants: Houdini keeps those that hold
const {:existential true} _b0:   bool;
const {:existential true} _b1:   bool;
const {:existential true} _b2:   bool;
const {:existential true} _b3:   bool;
const {:existential true} _b4:   bool;
const {:existential true} _b5:   bool;
const {:existential true} _b6:   bool;
const {:existential true} _b7:   bool;
const {:existential true} _b8:   bool;
const {:existential true} _b9:   bool;
const {:existential true} _b10:  bool;
const {:existential true} _b11:  bool;
const {:existential true} _b12:  bool;
const {:existential true} _b13:  bool;
const {:existential true} _b14:  bool;
const {:existential true} _b15:  bool;
const {:existential true} _b16:  bool;
const {:existential true} _b17:  bool;
const {:existential true} _b18:  bool;
const {:existential true} _b19:  bool;
const {:existential true} _b20:  bool;
const {:existential true} _b21:  bool;
const {:existential true} _b22:  bool;
const {:existential true} _b23:  bool;
const {:existential true} _b24:  bool;
const {:existential true} _b25:  bool;
const {:existential true} _b26:  bool;
const {:existential true} _b27:  bool;
const {:existential true} _b28:  bool;
const {:existential true} _b29:  bool;
const {:existential true} _b30:  bool;
const {:existential true} _b31:  bool;
const {:existential true} _b32:  bool;
const {:existential true} _b33:  bool;
const {:existential true} _b34:  bool;
const {:existential true} _b35:  bool;
const {:existential true} _b36:  bool;
const {:existential true} _b37:  bool;
const {:existential true} _b38:  bool;
const {:existential true} _b39:  bool;
const {:existential true} _b40:  bool;
const {:existential true} _b41:  bool;
const {:existential true} _b42:  bool;
const {:existential true} _b43:  bool;
const {:existential true} _b44:  bool;
const {:existential true} _b45:  bool;
const {:existential true} _b46:  bool;
const {:existential true} _b47:  bool;
const {:existential true} _b48:  bool;
const {:existential true} _b49:  bool;
const {:existential true} _b50:  bool;
const {:existential true} _b51:  bool;
const {:existential true} _b52:  bool;
const {:existential true} _b53:  bool;
const {:existential true} _b54:  bool;
const {:existential true} _b55:  bool;
const {:existential true} _b56:  bool;
const {:existential true} _b57:  bool;
const {:existential true} _b58:  bool;
const {:existential true} _b59:  bool;
const {:existential true} _b60:  bool;
const {:existential true} _b61:  bool;
const {:existential true} _b62:  bool;
const {:existential true} _b63:  bool;
const {:existential true} _b64:  bool;
const {:existential true} _b65:  bool;
const {:existential true} _b66:  bool;
const {:existential true} _b67:  bool;
const {:existential true} _b68:  bool;
const {:existential true} _b69:  bool;
const {:existential true} _b70:  bool;
const {:existential true} _b71:  bool;
const {:existential true} _b72:  bool;
const {:existential true} _b73:  bool;
const {:existential true} _b74:  bool;
const {:existential true} _b75:  bool;
const {:existential true} _b76:  bool;
const {:existential true} _b77:  bool;
const {:existential true} _b78:  bool;
const {:existential true} _b79:  bool;
const {:existential true} _b80:  bool;
const {:existential true} _b81:  bool;
const {:existential true} _b82:  bool;
const {:existential true} _b83:  bool;
const {:existential true} _b84:  bool;
const {:existential true} _b85:  bool;
const {:existential true} _b86:  bool;
const {:existential true} _b87:  bool;
const {:existential true} _b88:  bool;
const {:existential true} _b89:  bool;
const {:existential true} _b90:  bool;
const {:existential true} _b91:  bool;
const {:existential true} _b92:  bool;
const {:existential true} _b93:  bool;
const {:existential true} _b94:  bool;
const {:existential true} _b95:  bool;
const {:existential true} _b96:  bool;
const {:existential true} _b97:  bool;
const {:existential true} _b98:  bool;
const {:existential true} _b99:  bool;
const {:existential true} _b100: bool;
const {:existential true} _b101: bool;
const {:existential true} _b102: bool;
const {:existential true} _b103: bool;
const {:existential true} _b104: bool;
const {:existential true} _b105: bool;
const {:existential true} _b106: bool;
const {:existential true} _b107: bool;
const {:existential true} _b108: bool;
const {:existential true} _b109: bool;
const {:existential true} _b110: bool;
const {:existential true} _b111: bool;
const {:existential true} _b112: bool;
const {:existential true} _b113: bool;
const {:existential true} _b114: bool;
const {:existential true} _b115: bool;
const {:existential true} _b116: bool;
const {:existential true} _b117: bool;
const {:existential true} _b118: bool;
const {:existential true} _b119: bool;
const {:existential true} _b120: bool;
const {:existential true} _b121: bool;
const {:existential true} _b122: bool;
const {:existential true} _b123: bool;
const {:existential true} _b124: bool;
const {:existential true} _b125: bool;
const {:existential true} _b126: bool;
const {:existential true} _b127: bool;
const {:existential true} _b128: bool;
const {:existential true} _b129: bool;
const {:existential true} _b130: bool;
const {:existential true} _b131: bool;
const {:existential true} _b132: bool;
const {:existential true} _b133: bool;
const {:existential true} _b134: bool;
const {:existential true} _b135: bool;
const {:existential true} _b136: bool;
const {:existential true} _b137: bool;
const {:existential true} _b138: bool;
const {:existential true} _b139: bool;
const {:existential true} _b140: bool;
const {:existential true} _b141: bool;
const {:existential true} _b142: bool;
const {:existential true} _b143: bool;
const {:existential true} _b144: bool;
const {:existential true} _b145: bool;
const {:existential true} _b146: bool;
const {:existential true} _b147: bool;
const {:existential true} _b148: bool;
const {:existential true} _b149: bool;
const {:existential true} _b150: bool;
const {:existential true} _b151: bool;
const {:existential true} _b152: bool;
const {:existential true} _b153: bool;
const {:existential true} _b154: bool;
const {:existential true} _b155: bool;
const {:existential true} _b156: bool;
const {:existential true} _b157: bool;
const {:existential true} _b158: bool;
const {:existential true} _b159: bool;
const {:existential true} _b160: bool;
const {:existential true} _b161: bool;
const {:existential true} _b162: bool;
const {:existential true} _b163: bool;
const {:existential true} _b164: bool;
const {:existential true} _b165: bool;
const {:existential true} _b166: bool;
const {:existential true} _b167: bool;
const {:existential true} _b168: bool;
const {:existential true} _b169: bool;
const {:existential true} _b170: bool;
const {:existential true} _b171: bool;
const {:existential true} _b172: bool;
const {:existential true} _b173: bool;
const {:existential true} _b174: bool;
const {:existential true} _b175: bool;
const {:existential true} _b176: bool;
const {:existential true} _b177: bool;
const {:existential true} _b178: bool;
const {:existential true} _b179: bool;
const {:existential true} _b180: bool;
const {:existential true} _b181: bool;
const {:existential true} _b182: bool;
const {:existential true} _b183: bool;
const {:existential true} _b184: bool;
const {:existential true} _b185: bool;
const {:existential true} _b186: bool;
const {:existential true} _b187: bool;
const {:existential true} _b188: bool;
const {:existential true} _b189: bool;
const {:existential true} _b190: bool;
const {:existential true} _b191: bool;
const {:existential true} _b192: bool;
const {:existential true} _b193: bool;
const {:existential true} _b194: bool;
const {:existential true} _b195: bool;
const {:existential true} _b196: bool;
const {:existential true} _b197: bool;
const {:existential true} _b198: bool;
const {:existential true} _b199: bool;
const {:existential true} _b200: bool;
const {:existential true} _b201: bool;
const {:existential true} _b202: bool;
const {:existential true} _b203: bool;
const {:existential true} _b204: bool;
const {:existential true} _b205: bool;
const {:existential true} _b206: bool;
const {:existential true} _b207: bool;
const {:existential true} _b208: bool;
const {:existential true} _b209: bool;
const {:existential true} _b210: bool;
const {:existential true} _b211: bool;
const {:existential true} _b212: bool;
const {:existential true} _b213: bool;
const {:existential true} _b214: bool;
const {:existential true} _b215: bool;
const {:existential true} _b216: bool;
const {:existential true} _b217: bool;
const {:existential true} _b218: bool;
const {:existential true} _b219: bool;
const {:existential true} _b220: bool;
const {:existential true} _b221: bool;
const {:existential true} _b222: bool;
const {:existential true} _b223: bool;
const {:existential true} _b224: bool;
const {:existential true} _b225: bool;
const {:existential true} _b226: bool;
const {:existential true} _b227: bool;
const {:existential true} _b228: bool;
const {:existential true} _b229: bool;
const {:existential true} _b230: bool;
const {:existential true} _b231: bool;
const {:existential true} _b232: bool;
const {:existential true} _b233: bool;
const {:existential true} _b234: bool;
const {:existential true} _b235: bool;
const {:existential true} _b236: bool;
const {:existential true} _b237: bool;
const {:existential true} _b238: bool;
const {:existential true} _b239: bool;
const {:existential true} _b240: bool;
const {:existential true} _b241: bool;
const {:existential true} _b242: bool;
const {:existential true} _b243: bool;
const {:existential true} _b244: bool;
const {:existential true} _b245: bool;
const {:existential true} _b246: bool;
const {:existential true} _b247: bool;
const {:existential true} _b248: bool;
const {:existential true} _b249: bool;
const {:existential true} _b250: bool;
const {:existential true} _b251: bool;
const {:existential true} _b252: bool;
const {:existential true} _b253: bool;
const {:existential true} _b254: bool;
const {:existential true} _b255: bool;
const {:existential true} _b256: bool;
const {:existential true} _b257: bool;
const {:existential true} _b258: bool;
const {:existential true} _b259: bool;
const {:existential true} _b260: bool;
const {:existential true} _b261: bool;
const {:existential true} _b262: bool;
const {:existential true} _b263: bool;
const {:existential true} _b264: bool;
const {:existential true} _b265: bool;
const {:existential true} _b266: bool;
const {:existential true} _b267: bool;
const {:existential true} _b268: bool;
const {:existential true} _b269: bool;
const {:existential true} _b270: bool;
const {:existential true} _b271: bool;
const {:existential true} _b272: bool;
const {:existential true} _b273: bool;
const {:existential true} _b274: bool;
const {:existential true} _b275: bool;
const {:existential true} _b276: bool;
const {:existential true} _b277: bool;
const {:existential true} _b278: bool;
const {:existential true} _b279: bool;
const {:existential true} _b280: bool;
const {:existential true} _b281: bool;
const {:existential true} _b282: bool;
const {:existential true} _b283: bool;
const {:existential true} _b284: bool;
const {:existential true} _b285: bool;
const {:existential true} _b286: bool;
const {:existential true} _b287: bool;
const {:existential true} _b288: bool;
const {:existential true} _b289: bool;

// The kernel
// Two threads of one block: accesses to sum that conflict are ordered by generations.
procedure rowsum$race$sum()
  requires local_id_x$1 != local_id_x$2;
  requires GEN_0$1 == 0 && SYNCED_0$1 == 0;
  requires GEN_0$2 == 0 && SYNCED_0$2 == 0;
  requires !LOGGED_sum$1 && !LOGGED_sum$2;
  modifies GEN_0$1, GEN_0$2, SYNCED_0$1, SYNCED_0$2, LOGGED_sum$1, OFFSET_sum$1, KIND_sum$1,
      SOURCE_sum$1, ITER_sum$1, REL_0_sum$1, ACQ_0_sum$1, LOGGED_sum$2, OFFSET_sum$2, KIND_sum$2,
      SOURCE_sum$2, ITER_sum$2, REL_0_sum$2, ACQ_0_sum$2;
{
  var GEN_0_L0$1:    int;
  var GEN_0_L0$2:    int;
  var GEN_0_L1$1:    int;
  var GEN_0_L1$2:    int;
  var ITER_L0$1:     int;
  var ITER_L0$2:     int;
  var ITER_L1$1:     int;
  var ITER_L1$2:     int;
  var SYNCED_0_L0$1: int;
  var SYNCED_0_L0$2: int;
  var SYNCED_0_L1$1: int;
  var SYNCED_0_L1$2: int;
  var else_7$1:      bool;
  var else_7$2:      bool;
  var if_13$1:       bool;
  var if_13$2:       bool;
  var if_7$1:        bool;
  var if_7$2:        bool;
  var if_9$1:        bool;
  var if_9$2:        bool;
  var loop_16$1:     bool;
  var loop_16$2:     bool;
  var loop_8$1:      bool;
  var loop_8$2:      bool;
  var r$1:           int;
  var r$2:           int;
  var r_1$1:         int;
  var r_1$2:         int;
  var r_1_start$1:   int;
  var r_1_start$2:   int;
  var r_start$1:     int;
  var r_start$2:     int;

  // 19_unaligned_iterations_bug.cu:7: if (threadIdx.x < 5) {
  if_7$1 := local_id_x$1 < 5;
  if_7$2 := local_id_x$2 < 5;
  else_7$1 := !if_7$1;
  else_7$2 := !if_7$2;
  // 19_unaligned_iterations_bug.cu:8: for (int r = 0; r < 4; ++r) {
  r$1 := (if if_7$1 then 0 else r$1);
  r$2 := (if if_7$2 then 0 else r$2);
  loop_8$1 := if_7$1 && r$1 < 4;
  loop_8$2 := if_7$2 && r$2 < 4;
  r_start$1 := r$1;
  r_start$2 := r$2;
  ITER_L0$1 := 0;
  GEN_0_L0$1 := GEN_0$1;
  SYNCED_0_L0$1 := SYNCED_0$1;
  ITER_L0$2 := 0;
  GEN_0_L0$2 := GEN_0$2;
  SYNCED_0_L0$2 := SYNCED_0$2;
  while (loop_8$1 || loop_8$2)
    invariant {:tag "predicate-guard"} _b0 ==> (loop_8$1 ==> r$1 < 4) && (loop_8$2 ==> r$2 < 4);
    invariant {:tag "predicate-guard"} _b1 ==> (loop_8$1 ==> if_7$1) && (loop_8$2 ==> if_7$2);
    invariant {:tag "counter-bound"} _b2 ==> r_start$1 <= r$1 && r_start$2 <= r$2;
    invariant {:tag "counter-guard"}
        _b3 ==> (r$1 == r_start$1 || r$1 <= 4) && (r$2 == r_start$2 || r$2 <= 4);
    invariant {:tag "generation"}
        _b4 ==> loop_8$1 == (if_7$1 && r$1 < 4) && loop_8$2 == (if_7$2 && r$2 < 4);
    invariant {:tag "generation"} _b5 ==> 0 <= ITER_L0$1 && 0 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b6 ==> r$1 == r_start$1 + ITER_L0$1 && r$2 == r_start$2 + ITER_L0$2;
    invariant {:tag "generation"}
        _b7 ==>
        (local_id_x$1 <= 4 ==> GEN_0$1 == GEN_0_L0$1 + 2 * ITER_L0$1) &&
          (local_id_x$2 <= 4 ==> GEN_0$2 == GEN_0_L0$2 + 2 * ITER_L0$2);
    invariant {:tag "generation"}
        _b8 ==>
        (local_id_x$1 <= 4 ==> SYNCED_0$1 == SYNCED_0_L0$1 + 2 * ITER_L0$1) &&
          (local_id_x$2 <= 4 ==> SYNCED_0$2 == SYNCED_0_L0$2 + 2 * ITER_L0$2);
    invariant {:tag "generation"}
        _b9 ==>
        (5 <= local_id_x$1 ==> GEN_0$1 == GEN_0_L0$1) &&
          (5 <= local_id_x$2 ==> GEN_0$2 == GEN_0_L0$2);
    invariant {:tag "generation"}
        _b10 ==>
        (5 <= local_id_x$1 ==> SYNCED_0$1 == SYNCED_0_L0$1) &&
          (5 <= local_id_x$2 ==> SYNCED_0$2 == SYNCED_0_L0$2);
    invariant {:tag "generation"}
        _b11 ==> LOGGED_sum$1 ==> SOURCE_sum$1 == 0 || SOURCE_sum$1 == 1 || SOURCE_sum$1 == 2;
    invariant {:tag "generation"} _b12 ==> LOGGED_sum$1 && SOURCE_sum$1 == 0 ==> KIND_sum$1 == 1;
    invariant {:tag "generation"} _b13 ==> LOGGED_sum$1 && SOURCE_sum$1 == 0 ==> local_id_x$1 == 0;
    invariant {:tag "generation"} _b14 ==> LOGGED_sum$1 && SOURCE_sum$1 == 0 ==> 1 <= ITER_sum$1;
    invariant {:tag "generation"}
        _b15 ==> LOGGED_sum$1 && SOURCE_sum$1 == 0 ==> ITER_sum$1 <= ITER_L0$1;
    invariant {:tag "generation"}
        _b16 ==> LOGGED_sum$1 && SOURCE_sum$1 == 0 ==> REL_0_sum$1 == 2 * ITER_sum$1 - 1;
    invariant {:tag "generation"}
        _b17 ==> LOGGED_sum$1 && SOURCE_sum$1 == 0 ==> ACQ_0_sum$1 == 2 * ITER_sum$1 - 2;
    invariant {:tag "generation"} _b18 ==> LOGGED_sum$1 && SOURCE_sum$1 == 0 ==> OFFSET_sum$1 == 0;
    invariant {:tag "generation"} _b19 ==> LOGGED_sum$1 && SOURCE_sum$1 == 1 ==> KIND_sum$1 == 2;
    invariant {:tag "generation"} _b20 ==> LOGGED_sum$1 && SOURCE_sum$1 == 1 ==> local_id_x$1 <= 4;
    invariant {:tag "generation"} _b21 ==> LOGGED_sum$1 && SOURCE_sum$1 == 1 ==> 1 <= ITER_sum$1;
    invariant {:tag "generation"}
        _b22 ==> LOGGED_sum$1 && SOURCE_sum$1 == 1 ==> ITER_sum$1 <= ITER_L0$1;
    invariant {:tag "generation"}
        _b23 ==> LOGGED_sum$1 && SOURCE_sum$1 == 1 ==> REL_0_sum$1 == 2 * ITER_sum$1;
    invariant {:tag "generation"}
        _b24 ==> LOGGED_sum$1 && SOURCE_sum$1 == 1 ==> ACQ_0_sum$1 == 2 * ITER_sum$1 - 1;
    invariant {:tag "generation"} _b25 ==> LOGGED_sum$1 && SOURCE_sum$1 == 1 ==> OFFSET_sum$1 == 0;
    invariant {:tag "generation"} _b26 ==> LOGGED_sum$1 && SOURCE_sum$1 == 2 ==> KIND_sum$1 == 0;
    invariant {:tag "generation"} _b27 ==> LOGGED_sum$1 && SOURCE_sum$1 == 2 ==> local_id_x$1 == 4;
    invariant {:tag "generation"} _b28 ==> LOGGED_sum$1 && SOURCE_sum$1 == 2 ==> 1 <= ITER_sum$1;
    invariant {:tag "generation"}
        _b29 ==> LOGGED_sum$1 && SOURCE_sum$1 == 2 ==> ITER_sum$1 <= ITER_L0$1;
    invariant {:tag "generation"}
        _b30 ==> LOGGED_sum$1 && SOURCE_sum$1 == 2 ==> REL_0_sum$1 == 2 * ITER_sum$1 + 1;
    invariant {:tag "generation"}
        _b31 ==> LOGGED_sum$1 && SOURCE_sum$1 == 2 ==> ACQ_0_sum$1 == 2 * ITER_sum$1;
    invariant {:tag "generation"} _b32 ==> LOGGED_sum$1 && SOURCE_sum$1 == 2 ==> OFFSET_sum$1 == 0;
    invariant {:tag "generation"}
        _b33 ==> LOGGED_sum$2 ==> SOURCE_sum$2 == 0 || SOURCE_sum$2 == 1 || SOURCE_sum$2 == 2;
    invariant {:tag "generation"} _b34 ==> LOGGED_sum$2 && SOURCE_sum$2 == 0 ==> KIND_sum$2 == 1;
    invariant {:tag "generation"} _b35 ==> LOGGED_sum$2 && SOURCE_sum$2 == 0 ==> local_id_x$2 == 0;
    invariant {:tag "generation"} _b36 ==> LOGGED_sum$2 && SOURCE_sum$2 == 0 ==> 1 <= ITER_sum$2;
    invariant {:tag "generation"}
        _b37 ==> LOGGED_sum$2 && SOURCE_sum$2 == 0 ==> ITER_sum$2 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b38 ==> LOGGED_sum$2 && SOURCE_sum$2 == 0 ==> REL_0_sum$2 == 2 * ITER_sum$2 - 1;
    invariant {:tag "generation"}
        _b39 ==> LOGGED_sum$2 && SOURCE_sum$2 == 0 ==> ACQ_0_sum$2 == 2 * ITER_sum$2 - 2;
    invariant {:tag "generation"} _b40 ==> LOGGED_sum$2 && SOURCE_sum$2 == 0 ==> OFFSET_sum$2 == 0;
    invariant {:tag "generation"} _b41 ==> LOGGED_sum$2 && SOURCE_sum$2 == 1 ==> KIND_sum$2 == 2;
    invariant {:tag "generation"} _b42 ==> LOGGED_sum$2 && SOURCE_sum$2 == 1 ==> local_id_x$2 <= 4;
    invariant {:tag "generation"} _b43 ==> LOGGED_sum$2 && SOURCE_sum$2 == 1 ==> 1 <= ITER_sum$2;
    invariant {:tag "generation"}
        _b44 ==> LOGGED_sum$2 && SOURCE_sum$2 == 1 ==> ITER_sum$2 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b45 ==> LOGGED_sum$2 && SOURCE_sum$2 == 1 ==> REL_0_sum$2 == 2 * ITER_sum$2;
    invariant {:tag "generation"}
        _b46 ==> LOGGED_sum$2 && SOURCE_sum$2 == 1 ==> ACQ_0_sum$2 == 2 * ITER_sum$2 - 1;
    invariant {:tag "generation"} _b47 ==> LOGGED_sum$2 && SOURCE_sum$2 == 1 ==> OFFSET_sum$2 == 0;
    invariant {:tag "generation"} _b48 ==> LOGGED_sum$2 && SOURCE_sum$2 == 2 ==> KIND_sum$2 == 0;
    invariant {:tag "generation"} _b49 ==> LOGGED_sum$2 && SOURCE_sum$2 == 2 ==> local_id_x$2 == 4;
    invariant {:tag "generation"} _b50 ==> LOGGED_sum$2 && SOURCE_sum$2 == 2 ==> 1 <= ITER_sum$2;
    invariant {:tag "generation"}
        _b51 ==> LOGGED_sum$2 && SOURCE_sum$2 == 2 ==> ITER_sum$2 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b52 ==> LOGGED_sum$2 && SOURCE_sum$2 == 2 ==> REL_0_sum$2 == 2 * ITER_sum$2 + 1;
    invariant {:tag "generation"}
        _b53 ==> LOGGED_sum$2 && SOURCE_sum$2 == 2 ==> ACQ_0_sum$2 == 2 * ITER_sum$2;
    invariant {:tag "generation"} _b54 ==> LOGGED_sum$2 && SOURCE_sum$2 == 2 ==> OFFSET_sum$2 == 0;
  {
    ITER_L0$1 := (if loop_8$1 then ITER_L0$1 + 1 else ITER_L0$1);
    ITER_L0$2 := (if loop_8$2 then ITER_L0$2 + 1 else ITER_L0$2);
    // 19_unaligned_iterations_bug.cu:9: if (threadIdx.x == 0) sum[0] = 0.0f;  // want "race on sum"
    if_9$1 := loop_8$1 && local_id_x$1 == 0;
    if_9$2 := loop_8$2 && local_id_x$2 == 0;
    call LOG_sum(if_9$1, 1, 0, ITER_L0$1, 0);
    call CHECK_sum(if_9$2, 1, 0, ITER_L0$2, 0);
    // 19_unaligned_iterations_bug.cu:10: meet();
    call SYNC_0(loop_8$1, loop_8$2);
    // 19_unaligned_iterations_bug.cu:11: atomicAdd(&sum[0], in[r * 5 + threadIdx.x]);
    call LOG_sum(loop_8$1, 2, 0, ITER_L0$1, 1);
    call CHECK_sum(loop_8$2, 2, 0, ITER_L0$2, 1);
    // 19_unaligned_iterations_bug.cu:12: meet();
    call SYNC_0(loop_8$1, loop_8$2);
    // 19_unaligned_iterations_bug.cu:13: if (threadIdx.x == 4) out[r] = sum[0];  // want "race on sum"
    if_13$1 := loop_8$1 && local_id_x$1 == 4;
    if_13$2 := loop_8$2 && local_id_x$2 == 4;
    call LOG_sum(if_13$1, 0, 0, ITER_L0$1, 2);
    call CHECK_sum(if_13$2, 0, 0, ITER_L0$2, 2);
    // 19_unaligned_iterations_bug.cu:8: for (int r = 0; r < 4; ++r) {
    r$1 := (if loop_8$1 then r$1 + 1 else r$1);
    r$2 := (if loop_8$2 then r$2 + 1 else r$2);
    loop_8$1 := loop_8$1 && r$1 < 4;
    loop_8$2 := loop_8$2 && r$2 < 4;
  }
  // 19_unaligned_iterations_bug.cu:16: for (int r = 0; r < 4; ++r) {
  r_1$1 := (if else_7$1 then 0 else r_1$1);
  r_1$2 := (if else_7$2 then 0 else r_1$2);
  loop_16$1 := else_7$1 && r_1$1 < 4;
  loop_16$2 := else_7$2 && r_1$2 < 4;
  r_1_start$1 := r_1$1;
  r_1_start$2 := r_1$2;
  ITER_L1$1 := 0;
  GEN_0_L1$1 := GEN_0$1;
  SYNCED_0_L1$1 := SYNCED_0$1;
  ITER_L1$2 := 0;
  GEN_0_L1$2 := GEN_0$2;
  SYNCED_0_L1$2 := SYNCED_0$2;
  while (loop_16$1 || loop_16$2)
    invariant {:tag "predicate-guard"}
        _b55 ==> (loop_16$1 ==> r_1$1 < 4) && (loop_16$2 ==> r_1$2 < 4);
    invariant {:tag "predicate-guard"}
        _b56 ==> (loop_16$1 ==> else_7$1) && (loop_16$2 ==> else_7$2);
    invariant {:tag "counter-bound"} _b57 ==> r_1_start$1 <= r_1$1 && r_1_start$2 <= r_1$2;
    invariant {:tag "counter-guard"}
        _b58 ==> (r_1$1 == r_1_start$1 || r_1$1 <= 4) && (r_1$2 == r_1_start$2 || r_1$2 <= 4);
    invariant {:tag "generation"}
        _b59 ==> loop_16$1 == (else_7$1 && r_1$1 < 4) && loop_16$2 == (else_7$2 && r_1$2 < 4);
    invariant {:tag "generation"} _b60 ==> 0 <= ITER_L1$1 && 0 <= ITER_L1$2;
    invariant {:tag "generation"}
        _b61 ==> r_1$1 == r_1_start$1 + ITER_L1$1 && r_1$2 == r_1_start$2 + ITER_L1$2;
    invariant {:tag "generation"}
        _b62 ==>
        (local_id_x$1 <= 4 ==> GEN_0$1 == GEN_0_L1$1) &&
          (local_id_x$2 <= 4 ==> GEN_0$2 == GEN_0_L1$2);
    invariant {:tag "generation"}
        _b63 ==>
        (local_id_x$1 <= 4 ==> SYNCED_0$1 == SYNCED_0_L1$1) &&
          (local_id_x$2 <= 4 ==> SYNCED_0$2 == SYNCED_0_L1$2);
    invariant {:tag "generation"}
        _b64 ==>
        (5 <= local_id_x$1 ==> GEN_0$1 == GEN_0_L1$1 + 2 * ITER_L1$1) &&
          (5 <= local_id_x$2 ==> GEN_0$2 == GEN_0_L1$2 + 2 * ITER_L1$2);
    invariant {:tag "generation"}
        _b65 ==>
        (5 <= local_id_x$1 ==> SYNCED_0$1 == SYNCED_0_L1$1 + 2 * ITER_L1$1) &&
          (5 <= local_id_x$2 ==> SYNCED_0$2 == SYNCED_0_L1$2 + 2 * ITER_L1$2);
    invariant {:tag "generation"}
        _b66 ==> LOGGED_sum$1 ==> SOURCE_sum$1 == 0 || SOURCE_sum$1 == 1 || SOURCE_sum$1 == 2;
    invariant {:tag "generation"} _b67 ==> LOGGED_sum$1 && SOURCE_sum$1 == 0 ==> KIND_sum$1 == 1;
    invariant {:tag "generation"} _b68 ==> LOGGED_sum$1 && SOURCE_sum$1 == 0 ==> local_id_x$1 == 0;
    invariant {:tag "generation"} _b69 ==> LOGGED_sum$1 && SOURCE_sum$1 == 0 ==> 1 <= ITER_sum$1;
    invariant {:tag "generation"}
        _b70 ==> LOGGED_sum$1 && SOURCE_sum$1 == 0 ==> ITER_sum$1 <= ITER_L0$1;
    invariant {:tag "generation"}
        _b71 ==> LOGGED_sum$1 && SOURCE_sum$1 == 0 ==> REL_0_sum$1 == 2 * ITER_sum$1 - 1;
    invariant {:tag "generation"}
        _b72 ==> LOGGED_sum$1 && SOURCE_sum$1 == 0 ==> ACQ_0_sum$1 == 2 * ITER_sum$1 - 2;
    invariant {:tag "generation"} _b73 ==> LOGGED_sum$1 && SOURCE_sum$1 == 0 ==> OFFSET_sum$1 == 0;
    invariant {:tag "generation"} _b74 ==> LOGGED_sum$1 && SOURCE_sum$1 == 1 ==> KIND_sum$1 == 2;
    invariant {:tag "generation"} _b75 ==> LOGGED_sum$1 && SOURCE_sum$1 == 1 ==> local_id_x$1 <= 4;
    invariant {:tag "generation"} _b76 ==> LOGGED_sum$1 && SOURCE_sum$1 == 1 ==> 1 <= ITER_sum$1;
    invariant {:tag "generation"}
        _b77 ==> LOGGED_sum$1 && SOURCE_sum$1 == 1 ==> ITER_sum$1 <= ITER_L0$1;
    invariant {:tag "generation"}
        _b78 ==> LOGGED_sum$1 && SOURCE_sum$1 == 1 ==> REL_0_sum$1 == 2 * ITER_sum$1;
    invariant {:tag "generation"}
        _b79 ==> LOGGED_sum$1 && SOURCE_sum$1 == 1 ==> ACQ_0_sum$1 == 2 * ITER_sum$1 - 1;
    invariant {:tag "generation"} _b80 ==> LOGGED_sum$1 && SOURCE_sum$1 == 1 ==> OFFSET_sum$1 == 0;
    invariant {:tag "generation"} _b81 ==> LOGGED_sum$1 && SOURCE_sum$1 == 2 ==> KIND_sum$1 == 0;
    invariant {:tag "generation"} _b82 ==> LOGGED_sum$1 && SOURCE_sum$1 == 2 ==> local_id_x$1 == 4;
    invariant {:tag "generation"} _b83 ==> LOGGED_sum$1 && SOURCE_sum$1 == 2 ==> 1 <= ITER_sum$1;
    invariant {:tag "generation"}
        _b84 ==> LOGGED_sum$1 && SOURCE_sum$1 == 2 ==> ITER_sum$1 <= ITER_L0$1;
    invariant {:tag "generation"}
        _b85 ==> LOGGED_sum$1 && SOURCE_sum$1 == 2 ==> REL_0_sum$1 == 2 * ITER_sum$1 + 1;
    invariant {:tag "generation"}
        _b86 ==> LOGGED_sum$1 && SOURCE_sum$1 == 2 ==> ACQ_0_sum$1 == 2 * ITER_sum$1;
    invariant {:tag "generation"} _b87 ==> LOGGED_sum$1 && SOURCE_sum$1 == 2 ==> OFFSET_sum$1 == 0;
    invariant {:tag "generation"}
        _b88 ==> LOGGED_sum$2 ==> SOURCE_sum$2 == 0 || SOURCE_sum$2 == 1 || SOURCE_sum$2 == 2;
    invariant {:tag "generation"} _b89 ==> LOGGED_sum$2 && SOURCE_sum$2 == 0 ==> KIND_sum$2 == 1;
    invariant {:tag "generation"} _b90 ==> LOGGED_sum$2 && SOURCE_sum$2 == 0 ==> local_id_x$2 == 0;
    invariant {:tag "generation"} _b91 ==> LOGGED_sum$2 && SOURCE_sum$2 == 0 ==> 1 <= ITER_sum$2;
    invariant {:tag "generation"}
        _b92 ==> LOGGED_sum$2 && SOURCE_sum$2 == 0 ==> ITER_sum$2 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b93 ==> LOGGED_sum$2 && SOURCE_sum$2 == 0 ==> REL_0_sum$2 == 2 * ITER_sum$2 - 1;
    invariant {:tag "generation"}
        _b94 ==> LOGGED_sum$2 && SOURCE_sum$2 == 0 ==> ACQ_0_sum$2 == 2 * ITER_sum$2 - 2;
    invariant {:tag "generation"} _b95 ==> LOGGED_sum$2 && SOURCE_sum$2 == 0 ==> OFFSET_sum$2 == 0;
    invariant {:tag "generation"} _b96 ==> LOGGED_sum$2 && SOURCE_sum$2 == 1 ==> KIND_sum$2 == 2;
    invariant {:tag "generation"} _b97 ==> LOGGED_sum$2 && SOURCE_sum$2 == 1 ==> local_id_x$2 <= 4;
    invariant {:tag "generation"} _b98 ==> LOGGED_sum$2 && SOURCE_sum$2 == 1 ==> 1 <= ITER_sum$2;
    invariant {:tag "generation"}
        _b99 ==> LOGGED_sum$2 && SOURCE_sum$2 == 1 ==> ITER_sum$2 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b100 ==> LOGGED_sum$2 && SOURCE_sum$2 == 1 ==> REL_0_sum$2 == 2 * ITER_sum$2;
    invariant {:tag "generation"}
        _b101 ==> LOGGED_sum$2 && SOURCE_sum$2 == 1 ==> ACQ_0_sum$2 == 2 * ITER_sum$2 - 1;
    invariant {:tag "generation"} _b102 ==> LOGGED_sum$2 && SOURCE_sum$2 == 1 ==> OFFSET_sum$2 == 0;
    invariant {:tag "generation"} _b103 ==> LOGGED_sum$2 && SOURCE_sum$2 == 2 ==> KIND_sum$2 == 0;
    invariant {:tag "generation"} _b104 ==> LOGGED_sum$2 && SOURCE_sum$2 == 2 ==> local_id_x$2 == 4;
    invariant {:tag "generation"} _b105 ==> LOGGED_sum$2 && SOURCE_sum$2 == 2 ==> 1 <= ITER_sum$2;
    invariant {:tag "generation"}
        _b106 ==> LOGGED_sum$2 && SOURCE_sum$2 == 2 ==> ITER_sum$2 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b107 ==> LOGGED_sum$2 && SOURCE_sum$2 == 2 ==> REL_0_sum$2 == 2 * ITER_sum$2 + 1;
    invariant {:tag "generation"}
        _b108 ==> LOGGED_sum$2 && SOURCE_sum$2 == 2 ==> ACQ_0_sum$2 == 2 * ITER_sum$2;
    invariant {:tag "generation"} _b109 ==> LOGGED_sum$2 && SOURCE_sum$2 == 2 ==> OFFSET_sum$2 == 0;
  {
    ITER_L1$1 := (if loop_16$1 then ITER_L1$1 + 1 else ITER_L1$1);
    ITER_L1$2 := (if loop_16$2 then ITER_L1$2 + 1 else ITER_L1$2);
    // 19_unaligned_iterations_bug.cu:17: meet();
    call SYNC_0(loop_16$1, loop_16$2);
    // 19_unaligned_iterations_bug.cu:18: meet();
    call SYNC_0(loop_16$1, loop_16$2);
    // 19_unaligned_iterations_bug.cu:16: for (int r = 0; r < 4; ++r) {
    r_1$1 := (if loop_16$1 then r_1$1 + 1 else r_1$1);
    r_1$2 := (if loop_16$2 then r_1$2 + 1 else r_1$2);
    loop_16$1 := loop_16$1 && r_1$1 < 4;
    loop_16$2 := loop_16$2 && r_1$2 < 4;
  }
  // 19_unaligned_iterations_bug.cu:5: __global__ void rowsum(const float *in, float *out) {
  call RESOLVE_sum();
}

// Two threads of one block: accesses to out that conflict are ordered by generations.
procedure rowsum$race$out()
  requires local_id_x$1 != local_id_x$2;
  requires !LOGGED_out$1 && !LOGGED_out$2;
  modifies LOGGED_out$1, OFFSET_out$1, KIND_out$1, SOURCE_out$1, ITER_out$1, LOGGED_out$2,
      OFFSET_out$2, KIND_out$2, SOURCE_out$2, ITER_out$2;
{
  var ITER_L0$1:     int;
  var ITER_L0$2:     int;
  var ITER_L1$1:     int;
  var ITER_L1$2:     int;
  var else_7$1:      bool;
  var else_7$2:      bool;
  var if_13$1:       bool;
  var if_13$2:       bool;
  var if_7$1:        bool;
  var if_7$2:        bool;
  var if_9$1:        bool;
  var if_9$2:        bool;
  var loop_16$1:     bool;
  var loop_16$2:     bool;
  var loop_8$1:      bool;
  var loop_8$2:      bool;
  var r$1:           int;
  var r$2:           int;
  var r_1$1:         int;
  var r_1$2:         int;
  var r_1_start_2$1: int;
  var r_1_start_2$2: int;
  var r_start_2$1:   int;
  var r_start_2$2:   int;

  // 19_unaligned_iterations_bug.cu:7: if (threadIdx.x < 5) {
  if_7$1 := local_id_x$1 < 5;
  if_7$2 := local_id_x$2 < 5;
  else_7$1 := !if_7$1;
  else_7$2 := !if_7$2;
  // 19_unaligned_iterations_bug.cu:8: for (int r = 0; r < 4; ++r) {
  r$1 := (if if_7$1 then 0 else r$1);
  r$2 := (if if_7$2 then 0 else r$2);
  loop_8$1 := if_7$1 && r$1 < 4;
  loop_8$2 := if_7$2 && r$2 < 4;
  r_start_2$1 := r$1;
  r_start_2$2 := r$2;
  ITER_L0$1 := 0;
  ITER_L0$2 := 0;
  while (loop_8$1 || loop_8$2)
    invariant {:tag "predicate-guard"} _b110 ==> (loop_8$1 ==> r$1 < 4) && (loop_8$2 ==> r$2 < 4);
    invariant {:tag "predicate-guard"} _b111 ==> (loop_8$1 ==> if_7$1) && (loop_8$2 ==> if_7$2);
    invariant {:tag "counter-bound"} _b112 ==> r_start_2$1 <= r$1 && r_start_2$2 <= r$2;
    invariant {:tag "counter-guard"}
        _b113 ==> (r$1 == r_start_2$1 || r$1 <= 4) && (r$2 == r_start_2$2 || r$2 <= 4);
    invariant {:tag "generation"}
        _b114 ==> loop_8$1 == (if_7$1 && r$1 < 4) && loop_8$2 == (if_7$2 && r$2 < 4);
    invariant {:tag "generation"} _b115 ==> 0 <= ITER_L0$1 && 0 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b116 ==> r$1 == r_start_2$1 + ITER_L0$1 && r$2 == r_start_2$2 + ITER_L0$2;
    invariant {:tag "generation"} _b117 ==> LOGGED_out$1 ==> SOURCE_out$1 == 4;
    invariant {:tag "generation"} _b118 ==> LOGGED_out$1 && SOURCE_out$1 == 4 ==> KIND_out$1 == 1;
    invariant {:tag "generation"} _b119 ==> LOGGED_out$1 && SOURCE_out$1 == 4 ==> local_id_x$1 == 4;
    invariant {:tag "generation"} _b120 ==> LOGGED_out$1 && SOURCE_out$1 == 4 ==> 1 <= ITER_out$1;
    invariant {:tag "generation"}
        _b121 ==> LOGGED_out$1 && SOURCE_out$1 == 4 ==> ITER_out$1 <= ITER_L0$1;
    invariant {:tag "generation"}
        _b122 ==> LOGGED_out$1 && SOURCE_out$1 == 4 ==> OFFSET_out$1 == ITER_out$1 - 1;
    invariant {:tag "generation"} _b123 ==> LOGGED_out$2 ==> SOURCE_out$2 == 4;
    invariant {:tag "generation"} _b124 ==> LOGGED_out$2 && SOURCE_out$2 == 4 ==> KIND_out$2 == 1;
    invariant {:tag "generation"} _b125 ==> LOGGED_out$2 && SOURCE_out$2 == 4 ==> local_id_x$2 == 4;
    invariant {:tag "generation"} _b126 ==> LOGGED_out$2 && SOURCE_out$2 == 4 ==> 1 <= ITER_out$2;
    invariant {:tag "generation"}
        _b127 ==> LOGGED_out$2 && SOURCE_out$2 == 4 ==> ITER_out$2 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b128 ==> LOGGED_out$2 && SOURCE_out$2 == 4 ==> OFFSET_out$2 == ITER_out$2 - 1;
  {
    ITER_L0$1 := (if loop_8$1 then ITER_L0$1 + 1 else ITER_L0$1);
    ITER_L0$2 := (if loop_8$2 then ITER_L0$2 + 1 else ITER_L0$2);
    // 19_unaligned_iterations_bug.cu:9: if (threadIdx.x == 0) sum[0] = 0.0f;  // want "race on sum"
    if_9$1 := loop_8$1 && local_id_x$1 == 0;
    if_9$2 := loop_8$2 && local_id_x$2 == 0;
    // 19_unaligned_iterations_bug.cu:10: meet();
    // 19_unaligned_iterations_bug.cu:11: atomicAdd(&sum[0], in[r * 5 + threadIdx.x]);
    // 19_unaligned_iterations_bug.cu:12: meet();
    // 19_unaligned_iterations_bug.cu:13: if (threadIdx.x == 4) out[r] = sum[0];  // want "race on sum"
    if_13$1 := loop_8$1 && local_id_x$1 == 4;
    if_13$2 := loop_8$2 && local_id_x$2 == 4;
    call LOG_out(if_13$1, 1, r$1, ITER_L0$1, 4);
    call CHECK_out(if_13$2, 1, r$2, ITER_L0$2, 4);
    // 19_unaligned_iterations_bug.cu:8: for (int r = 0; r < 4; ++r) {
    r$1 := (if loop_8$1 then r$1 + 1 else r$1);
    r$2 := (if loop_8$2 then r$2 + 1 else r$2);
    loop_8$1 := loop_8$1 && r$1 < 4;
    loop_8$2 := loop_8$2 && r$2 < 4;
  }
  // 19_unaligned_iterations_bug.cu:16: for (int r = 0; r < 4; ++r) {
  r_1$1 := (if else_7$1 then 0 else r_1$1);
  r_1$2 := (if else_7$2 then 0 else r_1$2);
  loop_16$1 := else_7$1 && r_1$1 < 4;
  loop_16$2 := else_7$2 && r_1$2 < 4;
  r_1_start_2$1 := r_1$1;
  r_1_start_2$2 := r_1$2;
  ITER_L1$1 := 0;
  ITER_L1$2 := 0;
  while (loop_16$1 || loop_16$2)
    invariant {:tag "predicate-guard"}
        _b129 ==> (loop_16$1 ==> r_1$1 < 4) && (loop_16$2 ==> r_1$2 < 4);
    invariant {:tag "predicate-guard"}
        _b130 ==> (loop_16$1 ==> else_7$1) && (loop_16$2 ==> else_7$2);
    invariant {:tag "counter-bound"} _b131 ==> r_1_start_2$1 <= r_1$1 && r_1_start_2$2 <= r_1$2;
    invariant {:tag "counter-guard"}
        _b132 ==> (r_1$1 == r_1_start_2$1 || r_1$1 <= 4) && (r_1$2 == r_1_start_2$2 || r_1$2 <= 4);
    invariant {:tag "generation"}
        _b133 ==> loop_16$1 == (else_7$1 && r_1$1 < 4) && loop_16$2 == (else_7$2 && r_1$2 < 4);
    invariant {:tag "generation"} _b134 ==> 0 <= ITER_L1$1 && 0 <= ITER_L1$2;
    invariant {:tag "generation"}
        _b135 ==> r_1$1 == r_1_start_2$1 + ITER_L1$1 && r_1$2 == r_1_start_2$2 + ITER_L1$2;
    invariant {:tag "generation"} _b136 ==> LOGGED_out$1 ==> SOURCE_out$1 == 4;
    invariant {:tag "generation"} _b137 ==> LOGGED_out$1 && SOURCE_out$1 == 4 ==> KIND_out$1 == 1;
    invariant {:tag "generation"} _b138 ==> LOGGED_out$1 && SOURCE_out$1 == 4 ==> local_id_x$1 == 4;
    invariant {:tag "generation"} _b139 ==> LOGGED_out$1 && SOURCE_out$1 == 4 ==> 1 <= ITER_out$1;
    invariant {:tag "generation"}
        _b140 ==> LOGGED_out$1 && SOURCE_out$1 == 4 ==> ITER_out$1 <= ITER_L0$1;
    invariant {:tag "generation"}
        _b141 ==> LOGGED_out$1 && SOURCE_out$1 == 4 ==> OFFSET_out$1 == ITER_out$1 - 1;
    invariant {:tag "generation"} _b142 ==> LOGGED_out$2 ==> SOURCE_out$2 == 4;
    invariant {:tag "generation"} _b143 ==> LOGGED_out$2 && SOURCE_out$2 == 4 ==> KIND_out$2 == 1;
    invariant {:tag "generation"} _b144 ==> LOGGED_out$2 && SOURCE_out$2 == 4 ==> local_id_x$2 == 4;
    invariant {:tag "generation"} _b145 ==> LOGGED_out$2 && SOURCE_out$2 == 4 ==> 1 <= ITER_out$2;
    invariant {:tag "generation"}
        _b146 ==> LOGGED_out$2 && SOURCE_out$2 == 4 ==> ITER_out$2 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b147 ==> LOGGED_out$2 && SOURCE_out$2 == 4 ==> OFFSET_out$2 == ITER_out$2 - 1;
  {
    ITER_L1$1 := (if loop_16$1 then ITER_L1$1 + 1 else ITER_L1$1);
    ITER_L1$2 := (if loop_16$2 then ITER_L1$2 + 1 else ITER_L1$2);
    // 19_unaligned_iterations_bug.cu:17: meet();
    // 19_unaligned_iterations_bug.cu:18: meet();
    // 19_unaligned_iterations_bug.cu:16: for (int r = 0; r < 4; ++r) {
    r_1$1 := (if loop_16$1 then r_1$1 + 1 else r_1$1);
    r_1$2 := (if loop_16$2 then r_1$2 + 1 else r_1$2);
    loop_16$1 := loop_16$1 && r_1$1 < 4;
    loop_16$2 := loop_16$2 && r_1$2 < 4;
  }
  // 19_unaligned_iterations_bug.cu:5: __global__ void rowsum(const float *in, float *out) {
  call RESOLVE_out();
}

// Two threads of one block: the threads of a warp reach aligned barriers together, and those of
// the block reach its barriers together.
procedure rowsum$divergence()
  requires local_id_x$1 != local_id_x$2;
{
  var else_7$1:      bool;
  var else_7$2:      bool;
  var if_13$1:       bool;
  var if_13$2:       bool;
  var if_7$1:        bool;
  var if_7$2:        bool;
  var if_9$1:        bool;
  var if_9$2:        bool;
  var loop_16$1:     bool;
  var loop_16$2:     bool;
  var loop_8$1:      bool;
  var loop_8$2:      bool;
  var r$1:           int;
  var r$2:           int;
  var r_1$1:         int;
  var r_1$2:         int;
  var r_1_start_3$1: int;
  var r_1_start_3$2: int;
  var r_start_3$1:   int;
  var r_start_3$2:   int;

  // 19_unaligned_iterations_bug.cu:7: if (threadIdx.x < 5) {
  if_7$1 := local_id_x$1 < 5;
  if_7$2 := local_id_x$2 < 5;
  else_7$1 := !if_7$1;
  else_7$2 := !if_7$2;
  // 19_unaligned_iterations_bug.cu:8: for (int r = 0; r < 4; ++r) {
  r$1 := (if if_7$1 then 0 else r$1);
  r$2 := (if if_7$2 then 0 else r$2);
  loop_8$1 := if_7$1 && r$1 < 4;
  loop_8$2 := if_7$2 && r$2 < 4;
  r_start_3$1 := r$1;
  r_start_3$2 := r$2;
  while (loop_8$1 || loop_8$2)
    invariant {:tag "predicate-guard"} _b148 ==> (loop_8$1 ==> r$1 < 4) && (loop_8$2 ==> r$2 < 4);
    invariant {:tag "predicate-guard"} _b149 ==> (loop_8$1 ==> if_7$1) && (loop_8$2 ==> if_7$2);
    invariant {:tag "counter-bound"} _b150 ==> r_start_3$1 <= r$1 && r_start_3$2 <= r$2;
    invariant {:tag "counter-guard"}
        _b151 ==> (r$1 == r_start_3$1 || r$1 <= 4) && (r$2 == r_start_3$2 || r$2 <= 4);
    invariant {:tag "generation"} _b152 ==> loop_8$1 && loop_8$2 ==> r$1 == r$2;
    invariant {:tag "generation"} _b153 ==> loop_8$1 == loop_8$2;
  {
    // 19_unaligned_iterations_bug.cu:9: if (threadIdx.x == 0) sum[0] = 0.0f;  // want "race on sum"
    if_9$1 := loop_8$1 && local_id_x$1 == 0;
    if_9$2 := loop_8$2 && local_id_x$2 == 0;
    // 19_unaligned_iterations_bug.cu:10: meet();
    // 19_unaligned_iterations_bug.cu:11: atomicAdd(&sum[0], in[r * 5 + threadIdx.x]);
    // 19_unaligned_iterations_bug.cu:12: meet();
    // 19_unaligned_iterations_bug.cu:13: if (threadIdx.x == 4) out[r] = sum[0];  // want "race on sum"
    if_13$1 := loop_8$1 && local_id_x$1 == 4;
    if_13$2 := loop_8$2 && local_id_x$2 == 4;
    // 19_unaligned_iterations_bug.cu:8: for (int r = 0; r < 4; ++r) {
    r$1 := (if loop_8$1 then r$1 + 1 else r$1);
    r$2 := (if loop_8$2 then r$2 + 1 else r$2);
    loop_8$1 := loop_8$1 && r$1 < 4;
    loop_8$2 := loop_8$2 && r$2 < 4;
  }
  // 19_unaligned_iterations_bug.cu:16: for (int r = 0; r < 4; ++r) {
  r_1$1 := (if else_7$1 then 0 else r_1$1);
  r_1$2 := (if else_7$2 then 0 else r_1$2);
  loop_16$1 := else_7$1 && r_1$1 < 4;
  loop_16$2 := else_7$2 && r_1$2 < 4;
  r_1_start_3$1 := r_1$1;
  r_1_start_3$2 := r_1$2;
  while (loop_16$1 || loop_16$2)
    invariant {:tag "predicate-guard"}
        _b154 ==> (loop_16$1 ==> r_1$1 < 4) && (loop_16$2 ==> r_1$2 < 4);
    invariant {:tag "predicate-guard"}
        _b155 ==> (loop_16$1 ==> else_7$1) && (loop_16$2 ==> else_7$2);
    invariant {:tag "counter-bound"} _b156 ==> r_1_start_3$1 <= r_1$1 && r_1_start_3$2 <= r_1$2;
    invariant {:tag "counter-guard"}
        _b157 ==> (r_1$1 == r_1_start_3$1 || r_1$1 <= 4) && (r_1$2 == r_1_start_3$2 || r_1$2 <= 4);
    invariant {:tag "generation"} _b158 ==> loop_16$1 && loop_16$2 ==> r_1$1 == r_1$2;
    invariant {:tag "generation"} _b159 ==> loop_16$1 == loop_16$2;
  {
    // 19_unaligned_iterations_bug.cu:17: meet();
    // 19_unaligned_iterations_bug.cu:18: meet();
    // 19_unaligned_iterations_bug.cu:16: for (int r = 0; r < 4; ++r) {
    r_1$1 := (if loop_16$1 then r_1$1 + 1 else r_1$1);
    r_1$2 := (if loop_16$2 then r_1$2 + 1 else r_1$2);
    loop_16$1 := loop_16$1 && r_1$1 < 4;
    loop_16$2 := loop_16$2 && r_1$2 < 4;
  }
  // 19_unaligned_iterations_bug.cu:5: __global__ void rowsum(const float *in, float *out) {
}

// Two threads of one block: no thread registers on barrier 0 before the generation that it
// registered on last is complete.
procedure rowsum$recycling$0()
  requires local_id_x$1 != local_id_x$2;
  requires GEN_0$1 == 0 && SYNCED_0$1 == 0;
  requires GEN_0$2 == 0 && SYNCED_0$2 == 0;
  requires !LOGGED_0$1 && !LOGGED_0$2;
  modifies GEN_0$1, GEN_0$2, SYNCED_0$1, SYNCED_0$2, LOGGED_0$1, AT_0$1, SOURCE_0$1, ITER_0$1,
      REL_0_0$1, LOGGED_0$2, AT_0$2, SOURCE_0$2, ITER_0$2, ACQ_0_0$2;
{
  var GEN_0_L0$1:    int;
  var GEN_0_L0$2:    int;
  var GEN_0_L1$1:    int;
  var GEN_0_L1$2:    int;
  var ITER_L0$1:     int;
  var ITER_L0$2:     int;
  var ITER_L1$1:     int;
  var ITER_L1$2:     int;
  var SYNCED_0_L0$1: int;
  var SYNCED_0_L0$2: int;
  var SYNCED_0_L1$1: int;
  var SYNCED_0_L1$2: int;
  var else_7$1:      bool;
  var else_7$2:      bool;
  var if_13$1:       bool;
  var if_13$2:       bool;
  var if_7$1:        bool;
  var if_7$2:        bool;
  var if_9$1:        bool;
  var if_9$2:        bool;
  var loop_16$1:     bool;
  var loop_16$2:     bool;
  var loop_8$1:      bool;
  var loop_8$2:      bool;
  var r$1:           int;
  var r$2:           int;
  var r_1$1:         int;
  var r_1$2:         int;
  var r_1_start_4$1: int;
  var r_1_start_4$2: int;
  var r_start_4$1:   int;
  var r_start_4$2:   int;

  // 19_unaligned_iterations_bug.cu:7: if (threadIdx.x < 5) {
  if_7$1 := local_id_x$1 < 5;
  if_7$2 := local_id_x$2 < 5;
  else_7$1 := !if_7$1;
  else_7$2 := !if_7$2;
  // 19_unaligned_iterations_bug.cu:8: for (int r = 0; r < 4; ++r) {
  r$1 := (if if_7$1 then 0 else r$1);
  r$2 := (if if_7$2 then 0 else r$2);
  loop_8$1 := if_7$1 && r$1 < 4;
  loop_8$2 := if_7$2 && r$2 < 4;
  r_start_4$1 := r$1;
  r_start_4$2 := r$2;
  ITER_L0$1 := 0;
  GEN_0_L0$1 := GEN_0$1;
  SYNCED_0_L0$1 := SYNCED_0$1;
  ITER_L0$2 := 0;
  GEN_0_L0$2 := GEN_0$2;
  SYNCED_0_L0$2 := SYNCED_0$2;
  while (loop_8$1 || loop_8$2)
    invariant {:tag "predicate-guard"} _b160 ==> (loop_8$1 ==> r$1 < 4) && (loop_8$2 ==> r$2 < 4);
    invariant {:tag "predicate-guard"} _b161 ==> (loop_8$1 ==> if_7$1) && (loop_8$2 ==> if_7$2);
    invariant {:tag "counter-bound"} _b162 ==> r_start_4$1 <= r$1 && r_start_4$2 <= r$2;
    invariant {:tag "counter-guard"}
        _b163 ==> (r$1 == r_start_4$1 || r$1 <= 4) && (r$2 == r_start_4$2 || r$2 <= 4);
    invariant {:tag "generation"}
        _b164 ==> loop_8$1 == (if_7$1 && r$1 < 4) && loop_8$2 == (if_7$2 && r$2 < 4);
    invariant {:tag "generation"} _b165 ==> 0 <= ITER_L0$1 && 0 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b166 ==> r$1 == r_start_4$1 + ITER_L0$1 && r$2 == r_start_4$2 + ITER_L0$2;
    invariant {:tag "generation"}
        _b167 ==>
        (local_id_x$1 <= 4 ==> GEN_0$1 == GEN_0_L0$1 + 2 * ITER_L0$1) &&
          (local_id_x$2 <= 4 ==> GEN_0$2 == GEN_0_L0$2 + 2 * ITER_L0$2);
    invariant {:tag "generation"}
        _b168 ==>
        (local_id_x$1 <= 4 ==> SYNCED_0$1 == SYNCED_0_L0$1 + 2 * ITER_L0$1) &&
          (local_id_x$2 <= 4 ==> SYNCED_0$2 == SYNCED_0_L0$2 + 2 * ITER_L0$2);
    invariant {:tag "generation"}
        _b169 ==>
        (5 <= local_id_x$1 ==> GEN_0$1 == GEN_0_L0$1) &&
          (5 <= local_id_x$2 ==> GEN_0$2 == GEN_0_L0$2);
    invariant {:tag "generation"}
        _b170 ==>
        (5 <= local_id_x$1 ==> SYNCED_0$1 == SYNCED_0_L0$1) &&
          (5 <= local_id_x$2 ==> SYNCED_0$2 == SYNCED_0_L0$2);
    invariant {:tag "generation"} _b171 ==> LOGGED_0$1 ==> SOURCE_0$1 == 6 || SOURCE_0$1 == 7;
    invariant {:tag "generation"} _b172 ==> LOGGED_0$1 && SOURCE_0$1 == 6 ==> local_id_x$1 <= 4;
    invariant {:tag "generation"} _b173 ==> LOGGED_0$1 && SOURCE_0$1 == 6 ==> 1 <= ITER_0$1;
    invariant {:tag "generation"} _b174 ==> LOGGED_0$1 && SOURCE_0$1 == 6 ==> ITER_0$1 <= ITER_L0$1;
    invariant {:tag "generation"}
        _b175 ==> LOGGED_0$1 && SOURCE_0$1 == 6 ==> AT_0$1 == 2 * ITER_0$1 - 1;
    invariant {:tag "generation"}
        _b176 ==> LOGGED_0$1 && SOURCE_0$1 == 6 ==> REL_0_0$1 == 2 * ITER_0$1;
    invariant {:tag "generation"} _b177 ==> LOGGED_0$1 && SOURCE_0$1 == 7 ==> local_id_x$1 <= 4;
    invariant {:tag "generation"} _b178 ==> LOGGED_0$1 && SOURCE_0$1 == 7 ==> 1 <= ITER_0$1;
    invariant {:tag "generation"} _b179 ==> LOGGED_0$1 && SOURCE_0$1 == 7 ==> ITER_0$1 <= ITER_L0$1;
    invariant {:tag "generation"}
        _b180 ==> LOGGED_0$1 && SOURCE_0$1 == 7 ==> AT_0$1 == 2 * ITER_0$1;
    invariant {:tag "generation"}
        _b181 ==> LOGGED_0$1 && SOURCE_0$1 == 7 ==> REL_0_0$1 == 2 * ITER_0$1 + 1;
    invariant {:tag "generation"} _b182 ==> LOGGED_0$2 ==> SOURCE_0$2 == 6 || SOURCE_0$2 == 7;
    invariant {:tag "generation"} _b183 ==> LOGGED_0$2 && SOURCE_0$2 == 6 ==> local_id_x$2 <= 4;
    invariant {:tag "generation"} _b184 ==> LOGGED_0$2 && SOURCE_0$2 == 6 ==> 1 <= ITER_0$2;
    invariant {:tag "generation"} _b185 ==> LOGGED_0$2 && SOURCE_0$2 == 6 ==> ITER_0$2 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b186 ==> LOGGED_0$2 && SOURCE_0$2 == 6 ==> AT_0$2 == 2 * ITER_0$2 - 1;
    invariant {:tag "generation"}
        _b187 ==> LOGGED_0$2 && SOURCE_0$2 == 6 ==> ACQ_0_0$2 == 2 * ITER_0$2 - 2;
    invariant {:tag "generation"} _b188 ==> LOGGED_0$2 && SOURCE_0$2 == 7 ==> local_id_x$2 <= 4;
    invariant {:tag "generation"} _b189 ==> LOGGED_0$2 && SOURCE_0$2 == 7 ==> 1 <= ITER_0$2;
    invariant {:tag "generation"} _b190 ==> LOGGED_0$2 && SOURCE_0$2 == 7 ==> ITER_0$2 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b191 ==> LOGGED_0$2 && SOURCE_0$2 == 7 ==> AT_0$2 == 2 * ITER_0$2;
    invariant {:tag "generation"}
        _b192 ==> LOGGED_0$2 && SOURCE_0$2 == 7 ==> ACQ_0_0$2 == 2 * ITER_0$2 - 1;
  {
    ITER_L0$1 := (if loop_8$1 then ITER_L0$1 + 1 else ITER_L0$1);
    ITER_L0$2 := (if loop_8$2 then ITER_L0$2 + 1 else ITER_L0$2);
    // 19_unaligned_iterations_bug.cu:9: if (threadIdx.x == 0) sum[0] = 0.0f;  // want "race on sum"
    if_9$1 := loop_8$1 && local_id_x$1 == 0;
    if_9$2 := loop_8$2 && local_id_x$2 == 0;
    // 19_unaligned_iterations_bug.cu:10: meet();
    call CHECK_0(loop_8$2, GEN_0$2 + 1, ITER_L0$2, 6);
    call SYNC_0(loop_8$1, loop_8$2);
    call LOG_0(loop_8$1, GEN_0$1, ITER_L0$1, 6);
    // 19_unaligned_iterations_bug.cu:11: atomicAdd(&sum[0], in[r * 5 + threadIdx.x]);
    // 19_unaligned_iterations_bug.cu:12: meet();
    call CHECK_0(loop_8$2, GEN_0$2 + 1, ITER_L0$2, 7);
    call SYNC_0(loop_8$1, loop_8$2);
    call LOG_0(loop_8$1, GEN_0$1, ITER_L0$1, 7);
    // 19_unaligned_iterations_bug.cu:13: if (threadIdx.x == 4) out[r] = sum[0];  // want "race on sum"
    if_13$1 := loop_8$1 && local_id_x$1 == 4;
    if_13$2 := loop_8$2 && local_id_x$2 == 4;
    // 19_unaligned_iterations_bug.cu:8: for (int r = 0; r < 4; ++r) {
    r$1 := (if loop_8$1 then r$1 + 1 else r$1);
    r$2 := (if loop_8$2 then r$2 + 1 else r$2);
    loop_8$1 := loop_8$1 && r$1 < 4;
    loop_8$2 := loop_8$2 && r$2 < 4;
  }
  // 19_unaligned_iterations_bug.cu:16: for (int r = 0; r < 4; ++r) {
  r_1$1 := (if else_7$1 then 0 else r_1$1);
  r_1$2 := (if else_7$2 then 0 else r_1$2);
  loop_16$1 := else_7$1 && r_1$1 < 4;
  loop_16$2 := else_7$2 && r_1$2 < 4;
  r_1_start_4$1 := r_1$1;
  r_1_start_4$2 := r_1$2;
  ITER_L1$1 := 0;
  GEN_0_L1$1 := GEN_0$1;
  SYNCED_0_L1$1 := SYNCED_0$1;
  ITER_L1$2 := 0;
  GEN_0_L1$2 := GEN_0$2;
  SYNCED_0_L1$2 := SYNCED_0$2;
  while (loop_16$1 || loop_16$2)
    invariant {:tag "predicate-guard"}
        _b193 ==> (loop_16$1 ==> r_1$1 < 4) && (loop_16$2 ==> r_1$2 < 4);
    invariant {:tag "predicate-guard"}
        _b194 ==> (loop_16$1 ==> else_7$1) && (loop_16$2 ==> else_7$2);
    invariant {:tag "counter-bound"} _b195 ==> r_1_start_4$1 <= r_1$1 && r_1_start_4$2 <= r_1$2;
    invariant {:tag "counter-guard"}
        _b196 ==> (r_1$1 == r_1_start_4$1 || r_1$1 <= 4) && (r_1$2 == r_1_start_4$2 || r_1$2 <= 4);
    invariant {:tag "generation"}
        _b197 ==> loop_16$1 == (else_7$1 && r_1$1 < 4) && loop_16$2 == (else_7$2 && r_1$2 < 4);
    invariant {:tag "generation"} _b198 ==> 0 <= ITER_L1$1 && 0 <= ITER_L1$2;
    invariant {:tag "generation"}
        _b199 ==> r_1$1 == r_1_start_4$1 + ITER_L1$1 && r_1$2 == r_1_start_4$2 + ITER_L1$2;
    invariant {:tag "generation"}
        _b200 ==>
        (local_id_x$1 <= 4 ==> GEN_0$1 == GEN_0_L1$1) &&
          (local_id_x$2 <= 4 ==> GEN_0$2 == GEN_0_L1$2);
    invariant {:tag "generation"}
        _b201 ==>
        (local_id_x$1 <= 4 ==> SYNCED_0$1 == SYNCED_0_L1$1) &&
          (local_id_x$2 <= 4 ==> SYNCED_0$2 == SYNCED_0_L1$2);
    invariant {:tag "generation"}
        _b202 ==>
        (5 <= local_id_x$1 ==> GEN_0$1 == GEN_0_L1$1 + 2 * ITER_L1$1) &&
          (5 <= local_id_x$2 ==> GEN_0$2 == GEN_0_L1$2 + 2 * ITER_L1$2);
    invariant {:tag "generation"}
        _b203 ==>
        (5 <= local_id_x$1 ==> SYNCED_0$1 == SYNCED_0_L1$1 + 2 * ITER_L1$1) &&
          (5 <= local_id_x$2 ==> SYNCED_0$2 == SYNCED_0_L1$2 + 2 * ITER_L1$2);
    invariant {:tag "generation"}
        _b204 ==>
        LOGGED_0$1 ==>
        SOURCE_0$1 == 6 || SOURCE_0$1 == 7 || SOURCE_0$1 == 8 || SOURCE_0$1 == 9;
    invariant {:tag "generation"} _b205 ==> LOGGED_0$1 && SOURCE_0$1 == 6 ==> local_id_x$1 <= 4;
    invariant {:tag "generation"} _b206 ==> LOGGED_0$1 && SOURCE_0$1 == 6 ==> 1 <= ITER_0$1;
    invariant {:tag "generation"} _b207 ==> LOGGED_0$1 && SOURCE_0$1 == 6 ==> ITER_0$1 <= ITER_L0$1;
    invariant {:tag "generation"}
        _b208 ==> LOGGED_0$1 && SOURCE_0$1 == 6 ==> AT_0$1 == 2 * ITER_0$1 - 1;
    invariant {:tag "generation"}
        _b209 ==> LOGGED_0$1 && SOURCE_0$1 == 6 ==> REL_0_0$1 == 2 * ITER_0$1;
    invariant {:tag "generation"} _b210 ==> LOGGED_0$1 && SOURCE_0$1 == 7 ==> local_id_x$1 <= 4;
    invariant {:tag "generation"} _b211 ==> LOGGED_0$1 && SOURCE_0$1 == 7 ==> 1 <= ITER_0$1;
    invariant {:tag "generation"} _b212 ==> LOGGED_0$1 && SOURCE_0$1 == 7 ==> ITER_0$1 <= ITER_L0$1;
    invariant {:tag "generation"}
        _b213 ==> LOGGED_0$1 && SOURCE_0$1 == 7 ==> AT_0$1 == 2 * ITER_0$1;
    invariant {:tag "generation"}
        _b214 ==> LOGGED_0$1 && SOURCE_0$1 == 7 ==> REL_0_0$1 == 2 * ITER_0$1 + 1;
    invariant {:tag "generation"} _b215 ==> LOGGED_0$1 && SOURCE_0$1 == 8 ==> 5 <= local_id_x$1;
    invariant {:tag "generation"} _b216 ==> LOGGED_0$1 && SOURCE_0$1 == 8 ==> 1 <= ITER_0$1;
    invariant {:tag "generation"} _b217 ==> LOGGED_0$1 && SOURCE_0$1 == 8 ==> ITER_0$1 <= ITER_L1$1;
    invariant {:tag "generation"}
        _b218 ==> LOGGED_0$1 && SOURCE_0$1 == 8 ==> AT_0$1 == 2 * ITER_0$1 - 1;
    invariant {:tag "generation"}
        _b219 ==> LOGGED_0$1 && SOURCE_0$1 == 8 ==> REL_0_0$1 == 2 * ITER_0$1;
    invariant {:tag "generation"} _b220 ==> LOGGED_0$1 && SOURCE_0$1 == 9 ==> 5 <= local_id_x$1;
    invariant {:tag "generation"} _b221 ==> LOGGED_0$1 && SOURCE_0$1 == 9 ==> 1 <= ITER_0$1;
    invariant {:tag "generation"} _b222 ==> LOGGED_0$1 && SOURCE_0$1 == 9 ==> ITER_0$1 <= ITER_L1$1;
    invariant {:tag "generation"}
        _b223 ==> LOGGED_0$1 && SOURCE_0$1 == 9 ==> AT_0$1 == 2 * ITER_0$1;
    invariant {:tag "generation"}
        _b224 ==> LOGGED_0$1 && SOURCE_0$1 == 9 ==> REL_0_0$1 == 2 * ITER_0$1 + 1;
    invariant {:tag "generation"}
        _b225 ==>
        LOGGED_0$2 ==>
        SOURCE_0$2 == 6 || SOURCE_0$2 == 7 || SOURCE_0$2 == 8 || SOURCE_0$2 == 9;
    invariant {:tag "generation"} _b226 ==> LOGGED_0$2 && SOURCE_0$2 == 6 ==> local_id_x$2 <= 4;
    invariant {:tag "generation"} _b227 ==> LOGGED_0$2 && SOURCE_0$2 == 6 ==> 1 <= ITER_0$2;
    invariant {:tag "generation"} _b228 ==> LOGGED_0$2 && SOURCE_0$2 == 6 ==> ITER_0$2 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b229 ==> LOGGED_0$2 && SOURCE_0$2 == 6 ==> AT_0$2 == 2 * ITER_0$2 - 1;
    invariant {:tag "generation"}
        _b230 ==> LOGGED_0$2 && SOURCE_0$2 == 6 ==> ACQ_0_0$2 == 2 * ITER_0$2 - 2;
    invariant {:tag "generation"} _b231 ==> LOGGED_0$2 && SOURCE_0$2 == 7 ==> local_id_x$2 <= 4;
    invariant {:tag "generation"} _b232 ==> LOGGED_0$2 && SOURCE_0$2 == 7 ==> 1 <= ITER_0$2;
    invariant {:tag "generation"} _b233 ==> LOGGED_0$2 && SOURCE_0$2 == 7 ==> ITER_0$2 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b234 ==> LOGGED_0$2 && SOURCE_0$2 == 7 ==> AT_0$2 == 2 * ITER_0$2;
    invariant {:tag "generation"}
        _b235 ==> LOGGED_0$2 && SOURCE_0$2 == 7 ==> ACQ_0_0$2 == 2 * ITER_0$2 - 1;
    invariant {:tag "generation"} _b236 ==> LOGGED_0$2 && SOURCE_0$2 == 8 ==> 5 <= local_id_x$2;
    invariant {:tag "generation"} _b237 ==> LOGGED_0$2 && SOURCE_0$2 == 8 ==> 1 <= ITER_0$2;
    invariant {:tag "generation"} _b238 ==> LOGGED_0$2 && SOURCE_0$2 == 8 ==> ITER_0$2 <= ITER_L1$2;
    invariant {:tag "generation"}
        _b239 ==> LOGGED_0$2 && SOURCE_0$2 == 8 ==> AT_0$2 == 2 * ITER_0$2 - 1;
    invariant {:tag "generation"}
        _b240 ==> LOGGED_0$2 && SOURCE_0$2 == 8 ==> ACQ_0_0$2 == 2 * ITER_0$2 - 2;
    invariant {:tag "generation"} _b241 ==> LOGGED_0$2 && SOURCE_0$2 == 9 ==> 5 <= local_id_x$2;
    invariant {:tag "generation"} _b242 ==> LOGGED_0$2 && SOURCE_0$2 == 9 ==> 1 <= ITER_0$2;
    invariant {:tag "generation"} _b243 ==> LOGGED_0$2 && SOURCE_0$2 == 9 ==> ITER_0$2 <= ITER_L1$2;
    invariant {:tag "generation"}
        _b244 ==> LOGGED_0$2 && SOURCE_0$2 == 9 ==> AT_0$2 == 2 * ITER_0$2;
    invariant {:tag "generation"}
        _b245 ==> LOGGED_0$2 && SOURCE_0$2 == 9 ==> ACQ_0_0$2 == 2 * ITER_0$2 - 1;
  {
    ITER_L1$1 := (if loop_16$1 then ITER_L1$1 + 1 else ITER_L1$1);
    ITER_L1$2 := (if loop_16$2 then ITER_L1$2 + 1 else ITER_L1$2);
    // 19_unaligned_iterations_bug.cu:17: meet();
    call CHECK_0(loop_16$2, GEN_0$2 + 1, ITER_L1$2, 8);
    call SYNC_0(loop_16$1, loop_16$2);
    call LOG_0(loop_16$1, GEN_0$1, ITER_L1$1, 8);
    // 19_unaligned_iterations_bug.cu:18: meet();
    call CHECK_0(loop_16$2, GEN_0$2 + 1, ITER_L1$2, 9);
    call SYNC_0(loop_16$1, loop_16$2);
    call LOG_0(loop_16$1, GEN_0$1, ITER_L1$1, 9);
    // 19_unaligned_iterations_bug.cu:16: for (int r = 0; r < 4; ++r) {
    r_1$1 := (if loop_16$1 then r_1$1 + 1 else r_1$1);
    r_1$2 := (if loop_16$2 then r_1$2 + 1 else r_1$2);
    loop_16$1 := loop_16$1 && r_1$1 < 4;
    loop_16$2 := loop_16$2 && r_1$2 < 4;
  }
  // 19_unaligned_iterations_bug.cu:5: __global__ void rowsum(const float *in, float *out) {
  call RESOLVE_0();
  assert GEN_0$2 <= GEN_0$1 + 1;
}

// Two threads of one block: neither waits for a generation that the other never registers on.
procedure rowsum$balance()
  requires local_id_x$1 != local_id_x$2;
  requires GEN_0$1 == 0 && SYNCED_0$1 == 0;
  requires GEN_0$2 == 0 && SYNCED_0$2 == 0;
  modifies GEN_0$1, GEN_0$2, SYNCED_0$1, SYNCED_0$2;
{
  var GEN_0_L0$1:    int;
  var GEN_0_L0$2:    int;
  var GEN_0_L1$1:    int;
  var GEN_0_L1$2:    int;
  var ITER_L0$1:     int;
  var ITER_L0$2:     int;
  var ITER_L1$1:     int;
  var ITER_L1$2:     int;
  var SYNCED_0_L0$1: int;
  var SYNCED_0_L0$2: int;
  var SYNCED_0_L1$1: int;
  var SYNCED_0_L1$2: int;
  var else_7$1:      bool;
  var else_7$2:      bool;
  var if_13$1:       bool;
  var if_13$2:       bool;
  var if_7$1:        bool;
  var if_7$2:        bool;
  var if_9$1:        bool;
  var if_9$2:        bool;
  var loop_16$1:     bool;
  var loop_16$2:     bool;
  var loop_8$1:      bool;
  var loop_8$2:      bool;
  var r$1:           int;
  var r$2:           int;
  var r_1$1:         int;
  var r_1$2:         int;
  var r_1_start_5$1: int;
  var r_1_start_5$2: int;
  var r_start_5$1:   int;
  var r_start_5$2:   int;

  // 19_unaligned_iterations_bug.cu:7: if (threadIdx.x < 5) {
  if_7$1 := local_id_x$1 < 5;
  if_7$2 := local_id_x$2 < 5;
  else_7$1 := !if_7$1;
  else_7$2 := !if_7$2;
  // 19_unaligned_iterations_bug.cu:8: for (int r = 0; r < 4; ++r) {
  r$1 := (if if_7$1 then 0 else r$1);
  r$2 := (if if_7$2 then 0 else r$2);
  loop_8$1 := if_7$1 && r$1 < 4;
  loop_8$2 := if_7$2 && r$2 < 4;
  r_start_5$1 := r$1;
  r_start_5$2 := r$2;
  ITER_L0$1 := 0;
  GEN_0_L0$1 := GEN_0$1;
  SYNCED_0_L0$1 := SYNCED_0$1;
  ITER_L0$2 := 0;
  GEN_0_L0$2 := GEN_0$2;
  SYNCED_0_L0$2 := SYNCED_0$2;
  while (loop_8$1 || loop_8$2)
    invariant {:tag "predicate-guard"} _b246 ==> (loop_8$1 ==> r$1 < 4) && (loop_8$2 ==> r$2 < 4);
    invariant {:tag "predicate-guard"} _b247 ==> (loop_8$1 ==> if_7$1) && (loop_8$2 ==> if_7$2);
    invariant {:tag "counter-bound"} _b248 ==> r_start_5$1 <= r$1 && r_start_5$2 <= r$2;
    invariant {:tag "counter-guard"}
        _b249 ==> (r$1 == r_start_5$1 || r$1 <= 4) && (r$2 == r_start_5$2 || r$2 <= 4);
    invariant {:tag "generation"}
        _b250 ==> loop_8$1 == (if_7$1 && r$1 < 4) && loop_8$2 == (if_7$2 && r$2 < 4);
    invariant {:tag "generation"} _b251 ==> 0 <= ITER_L0$1 && 0 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b252 ==> r$1 == r_start_5$1 + ITER_L0$1 && r$2 == r_start_5$2 + ITER_L0$2;
    invariant {:tag "generation"}
        _b253 ==>
        (local_id_x$1 <= 4 ==> GEN_0$1 == GEN_0_L0$1 + 2 * ITER_L0$1) &&
          (local_id_x$2 <= 4 ==> GEN_0$2 == GEN_0_L0$2 + 2 * ITER_L0$2);
    invariant {:tag "generation"}
        _b254 ==>
        (local_id_x$1 <= 4 ==> SYNCED_0$1 == SYNCED_0_L0$1 + 2 * ITER_L0$1) &&
          (local_id_x$2 <= 4 ==> SYNCED_0$2 == SYNCED_0_L0$2 + 2 * ITER_L0$2);
    invariant {:tag "generation"}
        _b255 ==>
        (5 <= local_id_x$1 ==> GEN_0$1 == GEN_0_L0$1) &&
          (5 <= local_id_x$2 ==> GEN_0$2 == GEN_0_L0$2);
    invariant {:tag "generation"}
        _b256 ==>
        (5 <= local_id_x$1 ==> SYNCED_0$1 == SYNCED_0_L0$1) &&
          (5 <= local_id_x$2 ==> SYNCED_0$2 == SYNCED_0_L0$2);
  {
    ITER_L0$1 := (if loop_8$1 then ITER_L0$1 + 1 else ITER_L0$1);
    ITER_L0$2 := (if loop_8$2 then ITER_L0$2 + 1 else ITER_L0$2);
    // 19_unaligned_iterations_bug.cu:9: if (threadIdx.x == 0) sum[0] = 0.0f;  // want "race on sum"
    if_9$1 := loop_8$1 && local_id_x$1 == 0;
    if_9$2 := loop_8$2 && local_id_x$2 == 0;
    // 19_unaligned_iterations_bug.cu:10: meet();
    call SYNC_0(loop_8$1, loop_8$2);
    // 19_unaligned_iterations_bug.cu:11: atomicAdd(&sum[0], in[r * 5 + threadIdx.x]);
    // 19_unaligned_iterations_bug.cu:12: meet();
    call SYNC_0(loop_8$1, loop_8$2);
    // 19_unaligned_iterations_bug.cu:13: if (threadIdx.x == 4) out[r] = sum[0];  // want "race on sum"
    if_13$1 := loop_8$1 && local_id_x$1 == 4;
    if_13$2 := loop_8$2 && local_id_x$2 == 4;
    // 19_unaligned_iterations_bug.cu:8: for (int r = 0; r < 4; ++r) {
    r$1 := (if loop_8$1 then r$1 + 1 else r$1);
    r$2 := (if loop_8$2 then r$2 + 1 else r$2);
    loop_8$1 := loop_8$1 && r$1 < 4;
    loop_8$2 := loop_8$2 && r$2 < 4;
  }
  // 19_unaligned_iterations_bug.cu:16: for (int r = 0; r < 4; ++r) {
  r_1$1 := (if else_7$1 then 0 else r_1$1);
  r_1$2 := (if else_7$2 then 0 else r_1$2);
  loop_16$1 := else_7$1 && r_1$1 < 4;
  loop_16$2 := else_7$2 && r_1$2 < 4;
  r_1_start_5$1 := r_1$1;
  r_1_start_5$2 := r_1$2;
  ITER_L1$1 := 0;
  GEN_0_L1$1 := GEN_0$1;
  SYNCED_0_L1$1 := SYNCED_0$1;
  ITER_L1$2 := 0;
  GEN_0_L1$2 := GEN_0$2;
  SYNCED_0_L1$2 := SYNCED_0$2;
  while (loop_16$1 || loop_16$2)
    invariant {:tag "predicate-guard"}
        _b257 ==> (loop_16$1 ==> r_1$1 < 4) && (loop_16$2 ==> r_1$2 < 4);
    invariant {:tag "predicate-guard"}
        _b258 ==> (loop_16$1 ==> else_7$1) && (loop_16$2 ==> else_7$2);
    invariant {:tag "counter-bound"} _b259 ==> r_1_start_5$1 <= r_1$1 && r_1_start_5$2 <= r_1$2;
    invariant {:tag "counter-guard"}
        _b260 ==> (r_1$1 == r_1_start_5$1 || r_1$1 <= 4) && (r_1$2 == r_1_start_5$2 || r_1$2 <= 4);
    invariant {:tag "generation"}
        _b261 ==> loop_16$1 == (else_7$1 && r_1$1 < 4) && loop_16$2 == (else_7$2 && r_1$2 < 4);
    invariant {:tag "generation"} _b262 ==> 0 <= ITER_L1$1 && 0 <= ITER_L1$2;
    invariant {:tag "generation"}
        _b263 ==> r_1$1 == r_1_start_5$1 + ITER_L1$1 && r_1$2 == r_1_start_5$2 + ITER_L1$2;
    invariant {:tag "generation"}
        _b264 ==>
        (local_id_x$1 <= 4 ==> GEN_0$1 == GEN_0_L1$1) &&
          (local_id_x$2 <= 4 ==> GEN_0$2 == GEN_0_L1$2);
    invariant {:tag "generation"}
        _b265 ==>
        (local_id_x$1 <= 4 ==> SYNCED_0$1 == SYNCED_0_L1$1) &&
          (local_id_x$2 <= 4 ==> SYNCED_0$2 == SYNCED_0_L1$2);
    invariant {:tag "generation"}
        _b266 ==>
        (5 <= local_id_x$1 ==> GEN_0$1 == GEN_0_L1$1 + 2 * ITER_L1$1) &&
          (5 <= local_id_x$2 ==> GEN_0$2 == GEN_0_L1$2 + 2 * ITER_L1$2);
    invariant {:tag "generation"}
        _b267 ==>
        (5 <= local_id_x$1 ==> SYNCED_0$1 == SYNCED_0_L1$1 + 2 * ITER_L1$1) &&
          (5 <= local_id_x$2 ==> SYNCED_0$2 == SYNCED_0_L1$2 + 2 * ITER_L1$2);
  {
    ITER_L1$1 := (if loop_16$1 then ITER_L1$1 + 1 else ITER_L1$1);
    ITER_L1$2 := (if loop_16$2 then ITER_L1$2 + 1 else ITER_L1$2);
    // 19_unaligned_iterations_bug.cu:17: meet();
    call SYNC_0(loop_16$1, loop_16$2);
    // 19_unaligned_iterations_bug.cu:18: meet();
    call SYNC_0(loop_16$1, loop_16$2);
    // 19_unaligned_iterations_bug.cu:16: for (int r = 0; r < 4; ++r) {
    r_1$1 := (if loop_16$1 then r_1$1 + 1 else r_1$1);
    r_1$2 := (if loop_16$2 then r_1$2 + 1 else r_1$2);
    loop_16$1 := loop_16$1 && r_1$1 < 4;
    loop_16$2 := loop_16$2 && r_1$2 < 4;
  }
  // 19_unaligned_iterations_bug.cu:5: __global__ void rowsum(const float *in, float *out) {
  assert SYNCED_0$1 < GEN_0$2 + 1;
}

// A thread waits for generations in the order of their ranks.
procedure rowsum$order()
  requires local_id_x$1 != local_id_x$2;
  requires GEN_0$1 == 0 && SYNCED_0$1 == 0;
  requires GEN_0$2 == 0 && SYNCED_0$2 == 0;
  requires RANK$1 == 0;
  modifies GEN_0$1, GEN_0$2, SYNCED_0$1, SYNCED_0$2, RANK$1;
{
  var GEN_0_L0$1:    int;
  var GEN_0_L0$2:    int;
  var GEN_0_L1$1:    int;
  var GEN_0_L1$2:    int;
  var ITER_L0$1:     int;
  var ITER_L0$2:     int;
  var ITER_L1$1:     int;
  var ITER_L1$2:     int;
  var RANK_L0$1:     int;
  var RANK_L1$1:     int;
  var else_7$1:      bool;
  var else_7$2:      bool;
  var if_13$1:       bool;
  var if_13$2:       bool;
  var if_7$1:        bool;
  var if_7$2:        bool;
  var if_9$1:        bool;
  var if_9$2:        bool;
  var loop_16$1:     bool;
  var loop_16$2:     bool;
  var loop_8$1:      bool;
  var loop_8$2:      bool;
  var r$1:           int;
  var r$2:           int;
  var r_1$1:         int;
  var r_1$2:         int;
  var r_1_start_6$1: int;
  var r_1_start_6$2: int;
  var r_start_6$1:   int;
  var r_start_6$2:   int;

  // 19_unaligned_iterations_bug.cu:7: if (threadIdx.x < 5) {
  if_7$1 := local_id_x$1 < 5;
  if_7$2 := local_id_x$2 < 5;
  else_7$1 := !if_7$1;
  else_7$2 := !if_7$2;
  // 19_unaligned_iterations_bug.cu:8: for (int r = 0; r < 4; ++r) {
  r$1 := (if if_7$1 then 0 else r$1);
  r$2 := (if if_7$2 then 0 else r$2);
  loop_8$1 := if_7$1 && r$1 < 4;
  loop_8$2 := if_7$2 && r$2 < 4;
  r_start_6$1 := r$1;
  r_start_6$2 := r$2;
  ITER_L0$1 := 0;
  GEN_0_L0$1 := GEN_0$1;
  RANK_L0$1 := RANK$1;
  ITER_L0$2 := 0;
  GEN_0_L0$2 := GEN_0$2;
  while (loop_8$1 || loop_8$2)
    invariant {:tag "predicate-guard"} _b268 ==> (loop_8$1 ==> r$1 < 4) && (loop_8$2 ==> r$2 < 4);
    invariant {:tag "predicate-guard"} _b269 ==> (loop_8$1 ==> if_7$1) && (loop_8$2 ==> if_7$2);
    invariant {:tag "counter-bound"} _b270 ==> r_start_6$1 <= r$1 && r_start_6$2 <= r$2;
    invariant {:tag "counter-guard"}
        _b271 ==> (r$1 == r_start_6$1 || r$1 <= 4) && (r$2 == r_start_6$2 || r$2 <= 4);
    invariant {:tag "generation"}
        _b272 ==> loop_8$1 == (if_7$1 && r$1 < 4) && loop_8$2 == (if_7$2 && r$2 < 4);
    invariant {:tag "generation"} _b273 ==> 0 <= ITER_L0$1 && 0 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b274 ==> r$1 == r_start_6$1 + ITER_L0$1 && r$2 == r_start_6$2 + ITER_L0$2;
    invariant {:tag "generation"}
        _b275 ==>
        (local_id_x$1 <= 4 ==> GEN_0$1 == GEN_0_L0$1 + 2 * ITER_L0$1) &&
          (local_id_x$2 <= 4 ==> GEN_0$2 == GEN_0_L0$2 + 2 * ITER_L0$2);
    invariant {:tag "generation"}
        _b276 ==> local_id_x$1 <= 4 ==> RANK$1 == RANK_L0$1 + 2 * ITER_L0$1;
    invariant {:tag "generation"}
        _b277 ==>
        (5 <= local_id_x$1 ==> GEN_0$1 == GEN_0_L0$1) &&
          (5 <= local_id_x$2 ==> GEN_0$2 == GEN_0_L0$2);
    invariant {:tag "generation"} _b278 ==> 5 <= local_id_x$1 ==> RANK$1 == RANK_L0$1;
  {
    ITER_L0$1 := (if loop_8$1 then ITER_L0$1 + 1 else ITER_L0$1);
    ITER_L0$2 := (if loop_8$2 then ITER_L0$2 + 1 else ITER_L0$2);
    // 19_unaligned_iterations_bug.cu:9: if (threadIdx.x == 0) sum[0] = 0.0f;  // want "race on sum"
    if_9$1 := loop_8$1 && local_id_x$1 == 0;
    if_9$2 := loop_8$2 && local_id_x$2 == 0;
    // 19_unaligned_iterations_bug.cu:10: meet();
    assert loop_8$1 ==> RANK$1 < GEN_0$1 + 1;
    RANK$1 := (if loop_8$1 then GEN_0$1 + 1 else RANK$1);
    call SYNC_0(loop_8$1, loop_8$2);
    // 19_unaligned_iterations_bug.cu:11: atomicAdd(&sum[0], in[r * 5 + threadIdx.x]);
    // 19_unaligned_iterations_bug.cu:12: meet();
    assert loop_8$1 ==> RANK$1 < GEN_0$1 + 1;
    RANK$1 := (if loop_8$1 then GEN_0$1 + 1 else RANK$1);
    call SYNC_0(loop_8$1, loop_8$2);
    // 19_unaligned_iterations_bug.cu:13: if (threadIdx.x == 4) out[r] = sum[0];  // want "race on sum"
    if_13$1 := loop_8$1 && local_id_x$1 == 4;
    if_13$2 := loop_8$2 && local_id_x$2 == 4;
    // 19_unaligned_iterations_bug.cu:8: for (int r = 0; r < 4; ++r) {
    r$1 := (if loop_8$1 then r$1 + 1 else r$1);
    r$2 := (if loop_8$2 then r$2 + 1 else r$2);
    loop_8$1 := loop_8$1 && r$1 < 4;
    loop_8$2 := loop_8$2 && r$2 < 4;
  }
  // 19_unaligned_iterations_bug.cu:16: for (int r = 0; r < 4; ++r) {
  r_1$1 := (if else_7$1 then 0 else r_1$1);
  r_1$2 := (if else_7$2 then 0 else r_1$2);
  loop_16$1 := else_7$1 && r_1$1 < 4;
  loop_16$2 := else_7$2 && r_1$2 < 4;
  r_1_start_6$1 := r_1$1;
  r_1_start_6$2 := r_1$2;
  ITER_L1$1 := 0;
  GEN_0_L1$1 := GEN_0$1;
  RANK_L1$1 := RANK$1;
  ITER_L1$2 := 0;
  GEN_0_L1$2 := GEN_0$2;
  while (loop_16$1 || loop_16$2)
    invariant {:tag "predicate-guard"}
        _b279 ==> (loop_16$1 ==> r_1$1 < 4) && (loop_16$2 ==> r_1$2 < 4);
    invariant {:tag "predicate-guard"}
        _b280 ==> (loop_16$1 ==> else_7$1) && (loop_16$2 ==> else_7$2);
    invariant {:tag "counter-bound"} _b281 ==> r_1_start_6$1 <= r_1$1 && r_1_start_6$2 <= r_1$2;
    invariant {:tag "counter-guard"}
        _b282 ==> (r_1$1 == r_1_start_6$1 || r_1$1 <= 4) && (r_1$2 == r_1_start_6$2 || r_1$2 <= 4);
    invariant {:tag "generation"}
        _b283 ==> loop_16$1 == (else_7$1 && r_1$1 < 4) && loop_16$2 == (else_7$2 && r_1$2 < 4);
    invariant {:tag "generation"} _b284 ==> 0 <= ITER_L1$1 && 0 <= ITER_L1$2;
    invariant {:tag "generation"}
        _b285 ==> r_1$1 == r_1_start_6$1 + ITER_L1$1 && r_1$2 == r_1_start_6$2 + ITER_L1$2;
    invariant {:tag "generation"}
        _b286 ==>
        (local_id_x$1 <= 4 ==> GEN_0$1 == GEN_0_L1$1) &&
          (local_id_x$2 <= 4 ==> GEN_0$2 == GEN_0_L1$2);
    invariant {:tag "generation"} _b287 ==> local_id_x$1 <= 4 ==> RANK$1 == RANK_L1$1;
    invariant {:tag "generation"}
        _b288 ==>
        (5 <= local_id_x$1 ==> GEN_0$1 == GEN_0_L1$1 + 2 * ITER_L1$1) &&
          (5 <= local_id_x$2 ==> GEN_0$2 == GEN_0_L1$2 + 2 * ITER_L1$2);
    invariant {:tag "generation"}
        _b289 ==> 5 <= local_id_x$1 ==> RANK$1 == RANK_L1$1 + 2 * ITER_L1$1;
  {
    ITER_L1$1 := (if loop_16$1 then ITER_L1$1 + 1 else ITER_L1$1);
    ITER_L1$2 := (if loop_16$2 then ITER_L1$2 + 1 else ITER_L1$2);
    // 19_unaligned_iterations_bug.cu:17: meet();
    assert loop_16$1 ==> RANK$1 < GEN_0$1 + 1;
    RANK$1 := (if loop_16$1 then GEN_0$1 + 1 else RANK$1);
    call SYNC_0(loop_16$1, loop_16$2);
    // 19_unaligned_iterations_bug.cu:18: meet();
    assert loop_16$1 ==> RANK$1 < GEN_0$1 + 1;
    RANK$1 := (if loop_16$1 then GEN_0$1 + 1 else RANK$1);
    call SYNC_0(loop_16$1, loop_16$2);
    // 19_unaligned_iterations_bug.cu:16: for (int r = 0; r < 4; ++r) {
    r_1$1 := (if loop_16$1 then r_1$1 + 1 else r_1$1);
    r_1$2 := (if loop_16$2 then r_1$2 + 1 else r_1$2);
    loop_16$1 := loop_16$1 && r_1$1 < 4;
    loop_16$2 := loop_16$2 && r_1$2 < 4;
  }
  // 19_unaligned_iterations_bug.cu:5: __global__ void rowsum(const float *in, float *out) {
}
