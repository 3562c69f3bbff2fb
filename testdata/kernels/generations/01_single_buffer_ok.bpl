// Kernel k of 01_single_buffer_ok.cu:4, two arbitrary threads
// blockDim = 64x1x1, gridDim = 1x1x1
// arithmetic: int (every operation that matters is exact in integers)
// run: boogie /contractInfer stdin.bpl

// The two threads
const local_id_x$1: int;
const local_id_x$2: int;

axiom 0 <= local_id_x$1 && local_id_x$1 < 64;
axiom 0 <= local_id_x$2 && local_id_x$2 < 64;

// Parameters, the same for all threads
const n: int;

axiom IS_I32(n);

// Operations
function {:inline} IS_I32(x: int): bool { -2147483648 <= x && x < 2147483648 }

// Barrier 1: 64 threads
var GEN_1$1:    int;  // registrations of thread 1 so far
var SYNCED_1$1: int;  // generation that its last sync waited for
var GEN_1$2:    int;  // registrations of thread 2 so far
var SYNCED_1$2: int;  // generation that its last sync waited for

// bar.sync 1: register on the next generation and wait until it is complete.
procedure {:inline 1} SYNC_1(P$1: bool, P$2: bool)
  modifies GEN_1$1, GEN_1$2, SYNCED_1$1, SYNCED_1$2;
{
  if (P$1) {
    GEN_1$1 := GEN_1$1 + 1;
    SYNCED_1$1 := GEN_1$1;
  }
  if (P$2) {
    GEN_1$2 := GEN_1$2 + 1;
    SYNCED_1$2 := GEN_1$2;
  }
}

// bar.arrive 1: register on the next generation and go on.
procedure {:inline 1} ARRIVE_1(P$1: bool, P$2: bool)
  modifies GEN_1$1, GEN_1$2;
{
  if (P$1) {
    GEN_1$1 := GEN_1$1 + 1;
  }
  if (P$2) {
    GEN_1$2 := GEN_1$2 + 1;
  }
}

// Barrier 2: 64 threads
var GEN_2$1:    int;  // registrations of thread 1 so far
var SYNCED_2$1: int;  // generation that its last sync waited for
var GEN_2$2:    int;  // registrations of thread 2 so far
var SYNCED_2$2: int;  // generation that its last sync waited for

// bar.sync 2: register on the next generation and wait until it is complete.
procedure {:inline 1} SYNC_2(P$1: bool, P$2: bool)
  modifies GEN_2$1, GEN_2$2, SYNCED_2$1, SYNCED_2$2;
{
  if (P$1) {
    GEN_2$1 := GEN_2$1 + 1;
    SYNCED_2$1 := GEN_2$1;
  }
  if (P$2) {
    GEN_2$2 := GEN_2$2 + 1;
    SYNCED_2$2 := GEN_2$2;
  }
}

// bar.arrive 2: register on the next generation and go on.
procedure {:inline 1} ARRIVE_2(P$1: bool, P$2: bool)
  modifies GEN_2$1, GEN_2$2;
{
  if (P$1) {
    GEN_2$1 := GEN_2$1 + 1;
  }
  if (P$2) {
    GEN_2$2 := GEN_2$2 + 1;
  }
}

// Array buf (shared): one access of each thread
var LOGGED_buf$1: bool;
var OFFSET_buf$1: int;
var KIND_buf$1:   int;
var SOURCE_buf$1: int;
var ITER_buf$1:   int;
var REL_1_buf$1:  int;
var ACQ_1_buf$1:  int;
var REL_2_buf$1:  int;
var ACQ_2_buf$1:  int;
var LOGGED_buf$2: bool;
var OFFSET_buf$2: int;
var KIND_buf$2:   int;
var SOURCE_buf$2: int;
var ITER_buf$2:   int;
var REL_1_buf$2:  int;
var ACQ_1_buf$2:  int;
var REL_2_buf$2:  int;
var ACQ_2_buf$2:  int;

procedure {:inline 1} LOG_buf(P: bool, kind: int, offset: int, iter: int, source: int)
  modifies LOGGED_buf$1, OFFSET_buf$1, KIND_buf$1, SOURCE_buf$1, ITER_buf$1, REL_1_buf$1,
      ACQ_1_buf$1, REL_2_buf$1, ACQ_2_buf$1;
{
  var track: bool;

  havoc track;
  if (P && track) {
    LOGGED_buf$1 := true;
    KIND_buf$1 := kind;
    OFFSET_buf$1 := offset;
    ITER_buf$1 := iter;
    SOURCE_buf$1 := source;
    REL_1_buf$1 := GEN_1$1 + 1;
    ACQ_1_buf$1 := SYNCED_1$1;
    REL_2_buf$1 := GEN_2$1 + 1;
    ACQ_2_buf$1 := SYNCED_2$1;
  }
}

procedure {:inline 1} CHECK_buf(P: bool, kind: int, offset: int, iter: int, source: int)
  modifies LOGGED_buf$2, OFFSET_buf$2, KIND_buf$2, SOURCE_buf$2, ITER_buf$2, REL_1_buf$2,
      ACQ_1_buf$2, REL_2_buf$2, ACQ_2_buf$2;
{
  var track: bool;

  havoc track;
  if (P && track) {
    LOGGED_buf$2 := true;
    KIND_buf$2 := kind;
    OFFSET_buf$2 := offset;
    ITER_buf$2 := iter;
    SOURCE_buf$2 := source;
    REL_1_buf$2 := GEN_1$2 + 1;
    ACQ_1_buf$2 := SYNCED_1$2;
    REL_2_buf$2 := GEN_2$2 + 1;
    ACQ_2_buf$2 := SYNCED_2$2;
  }
}

// The logged accesses to buf: if they conflict (kinds: 0 read, 1 write, 2 atomic), a generation orders them.
procedure RESOLVE_buf();
  requires
      LOGGED_buf$1 &&
        LOGGED_buf$2 &&
        OFFSET_buf$1 == OFFSET_buf$2 &&
        (KIND_buf$1 != KIND_buf$2 || KIND_buf$1 == 1) ==>
      REL_1_buf$1 <= ACQ_1_buf$2 ||
        REL_2_buf$1 <= ACQ_2_buf$2 ||
        REL_1_buf$2 <= ACQ_1_buf$1 ||
        REL_2_buf$2 <= ACQ_2_buf$1;

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

// Barrier 1: a complete operation of thread 1, and one that thread 2 has yet to execute
var LOGGED_1$1: bool;
var AT_1$1:     int;
var SOURCE_1$1: int;
var ITER_1$1:   int;
var REL_2_1$1:  int;
var REL_1_1$1:  int;
var LOGGED_1$2: bool;
var AT_1$2:     int;
var SOURCE_1$2: int;
var ITER_1$2:   int;
var ACQ_2_1$2:  int;
var ACQ_1_1$2:  int;

procedure {:inline 1} LOG_1(P: bool, generation: int, iter: int, source: int)
  modifies LOGGED_1$1, AT_1$1, SOURCE_1$1, ITER_1$1, REL_2_1$1, REL_1_1$1;
{
  var track: bool;

  havoc track;
  if (P && track) {
    LOGGED_1$1 := true;
    AT_1$1 := generation;
    ITER_1$1 := iter;
    SOURCE_1$1 := source;
    REL_2_1$1 := GEN_2$1 + 1;
    REL_1_1$1 := GEN_1$1 + 1;
  }
}

procedure {:inline 1} CHECK_1(P: bool, generation: int, iter: int, source: int)
  modifies LOGGED_1$2, AT_1$2, SOURCE_1$2, ITER_1$2, ACQ_2_1$2, ACQ_1_1$2;
{
  var track: bool;

  havoc track;
  if (P && track) {
    LOGGED_1$2 := true;
    AT_1$2 := generation;
    ITER_1$2 := iter;
    SOURCE_1$2 := source;
    ACQ_2_1$2 := SYNCED_2$2;
    ACQ_1_1$2 := SYNCED_1$2;
  }
}

// Generation k of barrier 1 is complete when thread 2 registers on generation k+1: it has waited for it
// itself, or thread 1's operation on generation k is ordered before.
procedure RESOLVE_1();
  requires
      LOGGED_1$1 && LOGGED_1$2 && AT_1$1 + 1 == AT_1$2 ==>
      AT_1$1 <= ACQ_1_1$2 || REL_2_1$1 <= ACQ_2_1$2 || REL_1_1$1 <= ACQ_1_1$2;

// Barrier 2: a complete operation of thread 1, and one that thread 2 has yet to execute
var LOGGED_2$1: bool;
var AT_2$1:     int;
var SOURCE_2$1: int;
var ITER_2$1:   int;
var REL_1_2$1:  int;
var REL_2_2$1:  int;
var LOGGED_2$2: bool;
var AT_2$2:     int;
var SOURCE_2$2: int;
var ITER_2$2:   int;
var ACQ_1_2$2:  int;
var ACQ_2_2$2:  int;

procedure {:inline 1} LOG_2(P: bool, generation: int, iter: int, source: int)
  modifies LOGGED_2$1, AT_2$1, SOURCE_2$1, ITER_2$1, REL_1_2$1, REL_2_2$1;
{
  var track: bool;

  havoc track;
  if (P && track) {
    LOGGED_2$1 := true;
    AT_2$1 := generation;
    ITER_2$1 := iter;
    SOURCE_2$1 := source;
    REL_1_2$1 := GEN_1$1 + 1;
    REL_2_2$1 := GEN_2$1 + 1;
  }
}

procedure {:inline 1} CHECK_2(P: bool, generation: int, iter: int, source: int)
  modifies LOGGED_2$2, AT_2$2, SOURCE_2$2, ITER_2$2, ACQ_1_2$2, ACQ_2_2$2;
{
  var track: bool;

  havoc track;
  if (P && track) {
    LOGGED_2$2 := true;
    AT_2$2 := generation;
    ITER_2$2 := iter;
    SOURCE_2$2 := source;
    ACQ_1_2$2 := SYNCED_1$2;
    ACQ_2_2$2 := SYNCED_2$2;
  }
}

// Generation k of barrier 2 is complete when thread 2 registers on generation k+1: it has waited for it
// itself, or thread 1's operation on generation k is ordered before.
procedure RESOLVE_2();
  requires
      LOGGED_2$1 && LOGGED_2$2 && AT_2$1 + 1 == AT_2$2 ==>
      AT_2$1 <= ACQ_2_2$2 || REL_1_2$1 <= ACQ_1_2$2 || REL_2_2$1 <= ACQ_2_2$2;

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
const {:existential true} _b290: bool;
const {:existential true} _b291: bool;
const {:existential true} _b292: bool;
const {:existential true} _b293: bool;
const {:existential true} _b294: bool;
const {:existential true} _b295: bool;
const {:existential true} _b296: bool;
const {:existential true} _b297: bool;
const {:existential true} _b298: bool;
const {:existential true} _b299: bool;
const {:existential true} _b300: bool;
const {:existential true} _b301: bool;
const {:existential true} _b302: bool;
const {:existential true} _b303: bool;
const {:existential true} _b304: bool;
const {:existential true} _b305: bool;
const {:existential true} _b306: bool;
const {:existential true} _b307: bool;
const {:existential true} _b308: bool;
const {:existential true} _b309: bool;
const {:existential true} _b310: bool;

// The kernel
// Two threads of one block: accesses to buf that conflict are ordered by generations.
procedure k$race$buf()
  requires local_id_x$1 != local_id_x$2;
  requires GEN_1$1 == 0 && SYNCED_1$1 == 0;
  requires GEN_1$2 == 0 && SYNCED_1$2 == 0;
  requires GEN_2$1 == 0 && SYNCED_2$1 == 0;
  requires GEN_2$2 == 0 && SYNCED_2$2 == 0;
  requires !LOGGED_buf$1 && !LOGGED_buf$2;
  modifies GEN_1$1, GEN_1$2, SYNCED_1$1, SYNCED_1$2, GEN_2$1, GEN_2$2, SYNCED_2$1, SYNCED_2$2,
      LOGGED_buf$1, OFFSET_buf$1, KIND_buf$1, SOURCE_buf$1, ITER_buf$1, REL_1_buf$1, ACQ_1_buf$1,
      REL_2_buf$1, ACQ_2_buf$1, LOGGED_buf$2, OFFSET_buf$2, KIND_buf$2, SOURCE_buf$2, ITER_buf$2,
      REL_1_buf$2, ACQ_1_buf$2, REL_2_buf$2, ACQ_2_buf$2;
{
  var GEN_1_L0$1:    int;
  var GEN_1_L0$2:    int;
  var GEN_1_L1$1:    int;
  var GEN_1_L1$2:    int;
  var GEN_2_L0$1:    int;
  var GEN_2_L0$2:    int;
  var GEN_2_L1$1:    int;
  var GEN_2_L1$2:    int;
  var ITER_L0$1:     int;
  var ITER_L0$2:     int;
  var ITER_L1$1:     int;
  var ITER_L1$2:     int;
  var SYNCED_1_L0$1: int;
  var SYNCED_1_L0$2: int;
  var SYNCED_1_L1$1: int;
  var SYNCED_1_L1$2: int;
  var SYNCED_2_L0$1: int;
  var SYNCED_2_L0$2: int;
  var SYNCED_2_L1$1: int;
  var SYNCED_2_L1$2: int;
  var else_7$1:      bool;
  var else_7$2:      bool;
  var i$1:           int;
  var i$2:           int;
  var i_1$1:         int;
  var i_1$2:         int;
  var i_1_start$1:   int;
  var i_1_start$2:   int;
  var i_start$1:     int;
  var i_start$2:     int;
  var if_7$1:        bool;
  var if_7$2:        bool;
  var lane$1:        int;
  var lane$2:        int;
  var loop_15$1:     bool;
  var loop_15$2:     bool;
  var loop_8$1:      bool;
  var loop_8$2:      bool;

  // 01_single_buffer_ok.cu:6: int lane = threadIdx.x % 32;
  lane$1 := local_id_x$1 mod 32;
  lane$2 := local_id_x$2 mod 32;
  // 01_single_buffer_ok.cu:7: if (threadIdx.x < 32) {
  if_7$1 := local_id_x$1 < 32;
  if_7$2 := local_id_x$2 < 32;
  else_7$1 := !if_7$1;
  else_7$2 := !if_7$2;
  // 01_single_buffer_ok.cu:8: for (int i = 0; i < n; ++i) {
  i$1 := (if if_7$1 then 0 else i$1);
  i$2 := (if if_7$2 then 0 else i$2);
  loop_8$1 := if_7$1 && i$1 < n;
  loop_8$2 := if_7$2 && i$2 < n;
  i_start$1 := i$1;
  i_start$2 := i$2;
  ITER_L0$1 := 0;
  GEN_1_L0$1 := GEN_1$1;
  SYNCED_1_L0$1 := SYNCED_1$1;
  GEN_2_L0$1 := GEN_2$1;
  SYNCED_2_L0$1 := SYNCED_2$1;
  ITER_L0$2 := 0;
  GEN_1_L0$2 := GEN_1$2;
  SYNCED_1_L0$2 := SYNCED_1$2;
  GEN_2_L0$2 := GEN_2$2;
  SYNCED_2_L0$2 := SYNCED_2$2;
  while (loop_8$1 || loop_8$2)
    invariant {:tag "predicate-guard"} _b0 ==> (loop_8$1 ==> i$1 < n) && (loop_8$2 ==> i$2 < n);
    invariant {:tag "predicate-guard"} _b1 ==> (loop_8$1 ==> if_7$1) && (loop_8$2 ==> if_7$2);
    invariant {:tag "counter-bound"} _b2 ==> i_start$1 <= i$1 && i_start$2 <= i$2;
    invariant {:tag "counter-guard"}
        _b3 ==> (i$1 == i_start$1 || i$1 <= n) && (i$2 == i_start$2 || i$2 <= n);
    invariant {:tag "generation"}
        _b4 ==> loop_8$1 == (if_7$1 && i$1 < n) && loop_8$2 == (if_7$2 && i$2 < n);
    invariant {:tag "generation"} _b5 ==> 0 <= ITER_L0$1 && 0 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b6 ==> i$1 == i_start$1 + ITER_L0$1 && i$2 == i_start$2 + ITER_L0$2;
    invariant {:tag "generation"}
        _b7 ==>
        (local_id_x$1 <= 31 ==> GEN_1$1 == GEN_1_L0$1 + ITER_L0$1) &&
          (local_id_x$2 <= 31 ==> GEN_1$2 == GEN_1_L0$2 + ITER_L0$2);
    invariant {:tag "generation"}
        _b8 ==>
        (local_id_x$1 <= 31 ==> SYNCED_1$1 == SYNCED_1_L0$1) &&
          (local_id_x$2 <= 31 ==> SYNCED_1$2 == SYNCED_1_L0$2);
    invariant {:tag "generation"}
        _b9 ==>
        (local_id_x$1 <= 31 ==> GEN_2$1 == GEN_2_L0$1 + ITER_L0$1) &&
          (local_id_x$2 <= 31 ==> GEN_2$2 == GEN_2_L0$2 + ITER_L0$2);
    invariant {:tag "generation"}
        _b10 ==>
        (local_id_x$1 <= 31 ==> SYNCED_2$1 == SYNCED_2_L0$1 + ITER_L0$1) &&
          (local_id_x$2 <= 31 ==> SYNCED_2$2 == SYNCED_2_L0$2 + ITER_L0$2);
    invariant {:tag "generation"}
        _b11 ==>
        (32 <= local_id_x$1 ==> GEN_1$1 == GEN_1_L0$1) &&
          (32 <= local_id_x$2 ==> GEN_1$2 == GEN_1_L0$2);
    invariant {:tag "generation"}
        _b12 ==>
        (32 <= local_id_x$1 ==> SYNCED_1$1 == SYNCED_1_L0$1) &&
          (32 <= local_id_x$2 ==> SYNCED_1$2 == SYNCED_1_L0$2);
    invariant {:tag "generation"}
        _b13 ==>
        (32 <= local_id_x$1 ==> GEN_2$1 == GEN_2_L0$1) &&
          (32 <= local_id_x$2 ==> GEN_2$2 == GEN_2_L0$2);
    invariant {:tag "generation"}
        _b14 ==>
        (32 <= local_id_x$1 ==> SYNCED_2$1 == SYNCED_2_L0$1) &&
          (32 <= local_id_x$2 ==> SYNCED_2$2 == SYNCED_2_L0$2);
    invariant {:tag "generation"} _b15 ==> LOGGED_buf$1 ==> SOURCE_buf$1 == 0;
    invariant {:tag "generation"} _b16 ==> LOGGED_buf$1 && SOURCE_buf$1 == 0 ==> KIND_buf$1 == 1;
    invariant {:tag "generation"} _b17 ==> LOGGED_buf$1 && SOURCE_buf$1 == 0 ==> local_id_x$1 <= 31;
    invariant {:tag "generation"} _b18 ==> LOGGED_buf$1 && SOURCE_buf$1 == 0 ==> 1 <= ITER_buf$1;
    invariant {:tag "generation"}
        _b19 ==> LOGGED_buf$1 && SOURCE_buf$1 == 0 ==> ITER_buf$1 <= ITER_L0$1;
    invariant {:tag "generation"}
        _b20 ==> LOGGED_buf$1 && SOURCE_buf$1 == 0 ==> REL_1_buf$1 == ITER_buf$1;
    invariant {:tag "generation"} _b21 ==> LOGGED_buf$1 && SOURCE_buf$1 == 0 ==> ACQ_1_buf$1 == 0;
    invariant {:tag "generation"}
        _b22 ==> LOGGED_buf$1 && SOURCE_buf$1 == 0 ==> REL_2_buf$1 == ITER_buf$1 + 1;
    invariant {:tag "generation"}
        _b23 ==> LOGGED_buf$1 && SOURCE_buf$1 == 0 ==> ACQ_2_buf$1 == ITER_buf$1;
    invariant {:tag "generation"}
        _b24 ==> LOGGED_buf$1 && SOURCE_buf$1 == 0 ==> OFFSET_buf$1 == local_id_x$1 mod 32;
    invariant {:tag "generation"} _b25 ==> LOGGED_buf$2 ==> SOURCE_buf$2 == 0;
    invariant {:tag "generation"} _b26 ==> LOGGED_buf$2 && SOURCE_buf$2 == 0 ==> KIND_buf$2 == 1;
    invariant {:tag "generation"} _b27 ==> LOGGED_buf$2 && SOURCE_buf$2 == 0 ==> local_id_x$2 <= 31;
    invariant {:tag "generation"} _b28 ==> LOGGED_buf$2 && SOURCE_buf$2 == 0 ==> 1 <= ITER_buf$2;
    invariant {:tag "generation"}
        _b29 ==> LOGGED_buf$2 && SOURCE_buf$2 == 0 ==> ITER_buf$2 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b30 ==> LOGGED_buf$2 && SOURCE_buf$2 == 0 ==> REL_1_buf$2 == ITER_buf$2;
    invariant {:tag "generation"} _b31 ==> LOGGED_buf$2 && SOURCE_buf$2 == 0 ==> ACQ_1_buf$2 == 0;
    invariant {:tag "generation"}
        _b32 ==> LOGGED_buf$2 && SOURCE_buf$2 == 0 ==> REL_2_buf$2 == ITER_buf$2 + 1;
    invariant {:tag "generation"}
        _b33 ==> LOGGED_buf$2 && SOURCE_buf$2 == 0 ==> ACQ_2_buf$2 == ITER_buf$2;
    invariant {:tag "generation"}
        _b34 ==> LOGGED_buf$2 && SOURCE_buf$2 == 0 ==> OFFSET_buf$2 == local_id_x$2 mod 32;
  {
    ITER_L0$1 := (if loop_8$1 then ITER_L0$1 + 1 else ITER_L0$1);
    ITER_L0$2 := (if loop_8$2 then ITER_L0$2 + 1 else ITER_L0$2);
    // 01_single_buffer_ok.cu:9: asm volatile("bar.sync 2, 64;" ::: "memory");
    call SYNC_2(loop_8$1, loop_8$2);
    // 01_single_buffer_ok.cu:10: buf[lane] = in[i * 32 + lane];
    call LOG_buf(loop_8$1, 1, lane$1, ITER_L0$1, 0);
    call CHECK_buf(loop_8$2, 1, lane$2, ITER_L0$2, 0);
    // 01_single_buffer_ok.cu:11: asm volatile("bar.arrive 1, 64;" ::: "memory");
    call ARRIVE_1(loop_8$1, loop_8$2);
    // 01_single_buffer_ok.cu:8: for (int i = 0; i < n; ++i) {
    i$1 := (if loop_8$1 then i$1 + 1 else i$1);
    i$2 := (if loop_8$2 then i$2 + 1 else i$2);
    loop_8$1 := loop_8$1 && i$1 < n;
    loop_8$2 := loop_8$2 && i$2 < n;
  }
  // 01_single_buffer_ok.cu:14: asm volatile("bar.arrive 2, 64;" ::: "memory");
  call ARRIVE_2(else_7$1, else_7$2);
  // 01_single_buffer_ok.cu:15: for (int i = 0; i < n; ++i) {
  i_1$1 := (if else_7$1 then 0 else i_1$1);
  i_1$2 := (if else_7$2 then 0 else i_1$2);
  loop_15$1 := else_7$1 && i_1$1 < n;
  loop_15$2 := else_7$2 && i_1$2 < n;
  i_1_start$1 := i_1$1;
  i_1_start$2 := i_1$2;
  ITER_L1$1 := 0;
  GEN_1_L1$1 := GEN_1$1;
  SYNCED_1_L1$1 := SYNCED_1$1;
  GEN_2_L1$1 := GEN_2$1;
  SYNCED_2_L1$1 := SYNCED_2$1;
  ITER_L1$2 := 0;
  GEN_1_L1$2 := GEN_1$2;
  SYNCED_1_L1$2 := SYNCED_1$2;
  GEN_2_L1$2 := GEN_2$2;
  SYNCED_2_L1$2 := SYNCED_2$2;
  while (loop_15$1 || loop_15$2)
    invariant {:tag "predicate-guard"}
        _b35 ==> (loop_15$1 ==> i_1$1 < n) && (loop_15$2 ==> i_1$2 < n);
    invariant {:tag "predicate-guard"}
        _b36 ==> (loop_15$1 ==> else_7$1) && (loop_15$2 ==> else_7$2);
    invariant {:tag "counter-bound"} _b37 ==> i_1_start$1 <= i_1$1 && i_1_start$2 <= i_1$2;
    invariant {:tag "counter-guard"}
        _b38 ==> (i_1$1 == i_1_start$1 || i_1$1 <= n) && (i_1$2 == i_1_start$2 || i_1$2 <= n);
    invariant {:tag "generation"}
        _b39 ==> loop_15$1 == (else_7$1 && i_1$1 < n) && loop_15$2 == (else_7$2 && i_1$2 < n);
    invariant {:tag "generation"} _b40 ==> 0 <= ITER_L1$1 && 0 <= ITER_L1$2;
    invariant {:tag "generation"}
        _b41 ==> i_1$1 == i_1_start$1 + ITER_L1$1 && i_1$2 == i_1_start$2 + ITER_L1$2;
    invariant {:tag "generation"}
        _b42 ==>
        (local_id_x$1 <= 31 ==> GEN_1$1 == GEN_1_L1$1) &&
          (local_id_x$2 <= 31 ==> GEN_1$2 == GEN_1_L1$2);
    invariant {:tag "generation"}
        _b43 ==>
        (local_id_x$1 <= 31 ==> SYNCED_1$1 == SYNCED_1_L1$1) &&
          (local_id_x$2 <= 31 ==> SYNCED_1$2 == SYNCED_1_L1$2);
    invariant {:tag "generation"}
        _b44 ==>
        (local_id_x$1 <= 31 ==> GEN_2$1 == GEN_2_L1$1) &&
          (local_id_x$2 <= 31 ==> GEN_2$2 == GEN_2_L1$2);
    invariant {:tag "generation"}
        _b45 ==>
        (local_id_x$1 <= 31 ==> SYNCED_2$1 == SYNCED_2_L1$1) &&
          (local_id_x$2 <= 31 ==> SYNCED_2$2 == SYNCED_2_L1$2);
    invariant {:tag "generation"}
        _b46 ==>
        (32 <= local_id_x$1 ==> GEN_1$1 == GEN_1_L1$1 + ITER_L1$1) &&
          (32 <= local_id_x$2 ==> GEN_1$2 == GEN_1_L1$2 + ITER_L1$2);
    invariant {:tag "generation"}
        _b47 ==>
        (32 <= local_id_x$1 ==> SYNCED_1$1 == SYNCED_1_L1$1 + ITER_L1$1) &&
          (32 <= local_id_x$2 ==> SYNCED_1$2 == SYNCED_1_L1$2 + ITER_L1$2);
    invariant {:tag "generation"}
        _b48 ==>
        (32 <= local_id_x$1 ==> GEN_2$1 == GEN_2_L1$1 + ITER_L1$1) &&
          (32 <= local_id_x$2 ==> GEN_2$2 == GEN_2_L1$2 + ITER_L1$2);
    invariant {:tag "generation"}
        _b49 ==>
        (32 <= local_id_x$1 ==> SYNCED_2$1 == SYNCED_2_L1$1) &&
          (32 <= local_id_x$2 ==> SYNCED_2$2 == SYNCED_2_L1$2);
    invariant {:tag "generation"} _b50 ==> LOGGED_buf$1 ==> SOURCE_buf$1 == 0 || SOURCE_buf$1 == 1;
    invariant {:tag "generation"} _b51 ==> LOGGED_buf$1 && SOURCE_buf$1 == 0 ==> KIND_buf$1 == 1;
    invariant {:tag "generation"} _b52 ==> LOGGED_buf$1 && SOURCE_buf$1 == 0 ==> local_id_x$1 <= 31;
    invariant {:tag "generation"} _b53 ==> LOGGED_buf$1 && SOURCE_buf$1 == 0 ==> 1 <= ITER_buf$1;
    invariant {:tag "generation"}
        _b54 ==> LOGGED_buf$1 && SOURCE_buf$1 == 0 ==> ITER_buf$1 <= ITER_L0$1;
    invariant {:tag "generation"}
        _b55 ==> LOGGED_buf$1 && SOURCE_buf$1 == 0 ==> REL_1_buf$1 == ITER_buf$1;
    invariant {:tag "generation"} _b56 ==> LOGGED_buf$1 && SOURCE_buf$1 == 0 ==> ACQ_1_buf$1 == 0;
    invariant {:tag "generation"}
        _b57 ==> LOGGED_buf$1 && SOURCE_buf$1 == 0 ==> REL_2_buf$1 == ITER_buf$1 + 1;
    invariant {:tag "generation"}
        _b58 ==> LOGGED_buf$1 && SOURCE_buf$1 == 0 ==> ACQ_2_buf$1 == ITER_buf$1;
    invariant {:tag "generation"}
        _b59 ==> LOGGED_buf$1 && SOURCE_buf$1 == 0 ==> OFFSET_buf$1 == local_id_x$1 mod 32;
    invariant {:tag "generation"} _b60 ==> LOGGED_buf$1 && SOURCE_buf$1 == 1 ==> KIND_buf$1 == 0;
    invariant {:tag "generation"} _b61 ==> LOGGED_buf$1 && SOURCE_buf$1 == 1 ==> 32 <= local_id_x$1;
    invariant {:tag "generation"} _b62 ==> LOGGED_buf$1 && SOURCE_buf$1 == 1 ==> 1 <= ITER_buf$1;
    invariant {:tag "generation"}
        _b63 ==> LOGGED_buf$1 && SOURCE_buf$1 == 1 ==> ITER_buf$1 <= ITER_L1$1;
    invariant {:tag "generation"}
        _b64 ==> LOGGED_buf$1 && SOURCE_buf$1 == 1 ==> REL_1_buf$1 == ITER_buf$1 + 1;
    invariant {:tag "generation"}
        _b65 ==> LOGGED_buf$1 && SOURCE_buf$1 == 1 ==> ACQ_1_buf$1 == ITER_buf$1;
    invariant {:tag "generation"}
        _b66 ==> LOGGED_buf$1 && SOURCE_buf$1 == 1 ==> REL_2_buf$1 == ITER_buf$1 + 1;
    invariant {:tag "generation"} _b67 ==> LOGGED_buf$1 && SOURCE_buf$1 == 1 ==> ACQ_2_buf$1 == 0;
    invariant {:tag "generation"}
        _b68 ==> LOGGED_buf$1 && SOURCE_buf$1 == 1 ==> OFFSET_buf$1 == 31 - local_id_x$1 mod 32;
    invariant {:tag "generation"} _b69 ==> LOGGED_buf$2 ==> SOURCE_buf$2 == 0 || SOURCE_buf$2 == 1;
    invariant {:tag "generation"} _b70 ==> LOGGED_buf$2 && SOURCE_buf$2 == 0 ==> KIND_buf$2 == 1;
    invariant {:tag "generation"} _b71 ==> LOGGED_buf$2 && SOURCE_buf$2 == 0 ==> local_id_x$2 <= 31;
    invariant {:tag "generation"} _b72 ==> LOGGED_buf$2 && SOURCE_buf$2 == 0 ==> 1 <= ITER_buf$2;
    invariant {:tag "generation"}
        _b73 ==> LOGGED_buf$2 && SOURCE_buf$2 == 0 ==> ITER_buf$2 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b74 ==> LOGGED_buf$2 && SOURCE_buf$2 == 0 ==> REL_1_buf$2 == ITER_buf$2;
    invariant {:tag "generation"} _b75 ==> LOGGED_buf$2 && SOURCE_buf$2 == 0 ==> ACQ_1_buf$2 == 0;
    invariant {:tag "generation"}
        _b76 ==> LOGGED_buf$2 && SOURCE_buf$2 == 0 ==> REL_2_buf$2 == ITER_buf$2 + 1;
    invariant {:tag "generation"}
        _b77 ==> LOGGED_buf$2 && SOURCE_buf$2 == 0 ==> ACQ_2_buf$2 == ITER_buf$2;
    invariant {:tag "generation"}
        _b78 ==> LOGGED_buf$2 && SOURCE_buf$2 == 0 ==> OFFSET_buf$2 == local_id_x$2 mod 32;
    invariant {:tag "generation"} _b79 ==> LOGGED_buf$2 && SOURCE_buf$2 == 1 ==> KIND_buf$2 == 0;
    invariant {:tag "generation"} _b80 ==> LOGGED_buf$2 && SOURCE_buf$2 == 1 ==> 32 <= local_id_x$2;
    invariant {:tag "generation"} _b81 ==> LOGGED_buf$2 && SOURCE_buf$2 == 1 ==> 1 <= ITER_buf$2;
    invariant {:tag "generation"}
        _b82 ==> LOGGED_buf$2 && SOURCE_buf$2 == 1 ==> ITER_buf$2 <= ITER_L1$2;
    invariant {:tag "generation"}
        _b83 ==> LOGGED_buf$2 && SOURCE_buf$2 == 1 ==> REL_1_buf$2 == ITER_buf$2 + 1;
    invariant {:tag "generation"}
        _b84 ==> LOGGED_buf$2 && SOURCE_buf$2 == 1 ==> ACQ_1_buf$2 == ITER_buf$2;
    invariant {:tag "generation"}
        _b85 ==> LOGGED_buf$2 && SOURCE_buf$2 == 1 ==> REL_2_buf$2 == ITER_buf$2 + 1;
    invariant {:tag "generation"} _b86 ==> LOGGED_buf$2 && SOURCE_buf$2 == 1 ==> ACQ_2_buf$2 == 0;
    invariant {:tag "generation"}
        _b87 ==> LOGGED_buf$2 && SOURCE_buf$2 == 1 ==> OFFSET_buf$2 == 31 - local_id_x$2 mod 32;
  {
    ITER_L1$1 := (if loop_15$1 then ITER_L1$1 + 1 else ITER_L1$1);
    ITER_L1$2 := (if loop_15$2 then ITER_L1$2 + 1 else ITER_L1$2);
    // 01_single_buffer_ok.cu:16: asm volatile("bar.sync 1, 64;" ::: "memory");
    call SYNC_1(loop_15$1, loop_15$2);
    // 01_single_buffer_ok.cu:17: out[i * 32 + lane] = buf[31 - lane];
    call LOG_buf(loop_15$1, 0, 31 - lane$1, ITER_L1$1, 1);
    call CHECK_buf(loop_15$2, 0, 31 - lane$2, ITER_L1$2, 1);
    // 01_single_buffer_ok.cu:18: asm volatile("bar.arrive 2, 64;" ::: "memory");
    call ARRIVE_2(loop_15$1, loop_15$2);
    // 01_single_buffer_ok.cu:15: for (int i = 0; i < n; ++i) {
    i_1$1 := (if loop_15$1 then i_1$1 + 1 else i_1$1);
    i_1$2 := (if loop_15$2 then i_1$2 + 1 else i_1$2);
    loop_15$1 := loop_15$1 && i_1$1 < n;
    loop_15$2 := loop_15$2 && i_1$2 < n;
  }
  // 01_single_buffer_ok.cu:4: __global__ void k(const int *in, int *out, int n) {
  call RESOLVE_buf();
}

// Two threads of one block: accesses to out that conflict are ordered by generations.
procedure k$race$out()
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
  var i$1:           int;
  var i$2:           int;
  var i_1$1:         int;
  var i_1$2:         int;
  var i_1_start_2$1: int;
  var i_1_start_2$2: int;
  var i_start_2$1:   int;
  var i_start_2$2:   int;
  var if_7$1:        bool;
  var if_7$2:        bool;
  var lane$1:        int;
  var lane$2:        int;
  var loop_15$1:     bool;
  var loop_15$2:     bool;
  var loop_8$1:      bool;
  var loop_8$2:      bool;

  // 01_single_buffer_ok.cu:6: int lane = threadIdx.x % 32;
  lane$1 := local_id_x$1 mod 32;
  lane$2 := local_id_x$2 mod 32;
  // 01_single_buffer_ok.cu:7: if (threadIdx.x < 32) {
  if_7$1 := local_id_x$1 < 32;
  if_7$2 := local_id_x$2 < 32;
  else_7$1 := !if_7$1;
  else_7$2 := !if_7$2;
  // 01_single_buffer_ok.cu:8: for (int i = 0; i < n; ++i) {
  i$1 := (if if_7$1 then 0 else i$1);
  i$2 := (if if_7$2 then 0 else i$2);
  loop_8$1 := if_7$1 && i$1 < n;
  loop_8$2 := if_7$2 && i$2 < n;
  i_start_2$1 := i$1;
  i_start_2$2 := i$2;
  ITER_L0$1 := 0;
  ITER_L0$2 := 0;
  while (loop_8$1 || loop_8$2)
    invariant {:tag "predicate-guard"} _b88 ==> (loop_8$1 ==> i$1 < n) && (loop_8$2 ==> i$2 < n);
    invariant {:tag "predicate-guard"} _b89 ==> (loop_8$1 ==> if_7$1) && (loop_8$2 ==> if_7$2);
    invariant {:tag "counter-bound"} _b90 ==> i_start_2$1 <= i$1 && i_start_2$2 <= i$2;
    invariant {:tag "counter-guard"}
        _b91 ==> (i$1 == i_start_2$1 || i$1 <= n) && (i$2 == i_start_2$2 || i$2 <= n);
    invariant {:tag "generation"}
        _b92 ==> loop_8$1 == (if_7$1 && i$1 < n) && loop_8$2 == (if_7$2 && i$2 < n);
    invariant {:tag "generation"} _b93 ==> 0 <= ITER_L0$1 && 0 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b94 ==> i$1 == i_start_2$1 + ITER_L0$1 && i$2 == i_start_2$2 + ITER_L0$2;
    invariant {:tag "generation"} _b95 ==> !LOGGED_out$1;
    invariant {:tag "generation"} _b96 ==> !LOGGED_out$2;
  {
    ITER_L0$1 := (if loop_8$1 then ITER_L0$1 + 1 else ITER_L0$1);
    ITER_L0$2 := (if loop_8$2 then ITER_L0$2 + 1 else ITER_L0$2);
    // 01_single_buffer_ok.cu:9: asm volatile("bar.sync 2, 64;" ::: "memory");
    // 01_single_buffer_ok.cu:10: buf[lane] = in[i * 32 + lane];
    // 01_single_buffer_ok.cu:11: asm volatile("bar.arrive 1, 64;" ::: "memory");
    // 01_single_buffer_ok.cu:8: for (int i = 0; i < n; ++i) {
    i$1 := (if loop_8$1 then i$1 + 1 else i$1);
    i$2 := (if loop_8$2 then i$2 + 1 else i$2);
    loop_8$1 := loop_8$1 && i$1 < n;
    loop_8$2 := loop_8$2 && i$2 < n;
  }
  // 01_single_buffer_ok.cu:14: asm volatile("bar.arrive 2, 64;" ::: "memory");
  // 01_single_buffer_ok.cu:15: for (int i = 0; i < n; ++i) {
  i_1$1 := (if else_7$1 then 0 else i_1$1);
  i_1$2 := (if else_7$2 then 0 else i_1$2);
  loop_15$1 := else_7$1 && i_1$1 < n;
  loop_15$2 := else_7$2 && i_1$2 < n;
  i_1_start_2$1 := i_1$1;
  i_1_start_2$2 := i_1$2;
  ITER_L1$1 := 0;
  ITER_L1$2 := 0;
  while (loop_15$1 || loop_15$2)
    invariant {:tag "predicate-guard"}
        _b97 ==> (loop_15$1 ==> i_1$1 < n) && (loop_15$2 ==> i_1$2 < n);
    invariant {:tag "predicate-guard"}
        _b98 ==> (loop_15$1 ==> else_7$1) && (loop_15$2 ==> else_7$2);
    invariant {:tag "counter-bound"} _b99 ==> i_1_start_2$1 <= i_1$1 && i_1_start_2$2 <= i_1$2;
    invariant {:tag "counter-guard"}
        _b100 ==> (i_1$1 == i_1_start_2$1 || i_1$1 <= n) && (i_1$2 == i_1_start_2$2 || i_1$2 <= n);
    invariant {:tag "generation"}
        _b101 ==> loop_15$1 == (else_7$1 && i_1$1 < n) && loop_15$2 == (else_7$2 && i_1$2 < n);
    invariant {:tag "generation"} _b102 ==> 0 <= ITER_L1$1 && 0 <= ITER_L1$2;
    invariant {:tag "generation"}
        _b103 ==> i_1$1 == i_1_start_2$1 + ITER_L1$1 && i_1$2 == i_1_start_2$2 + ITER_L1$2;
    invariant {:tag "generation"} _b104 ==> LOGGED_out$1 ==> SOURCE_out$1 == 3;
    invariant {:tag "generation"} _b105 ==> LOGGED_out$1 && SOURCE_out$1 == 3 ==> KIND_out$1 == 1;
    invariant {:tag "generation"}
        _b106 ==> LOGGED_out$1 && SOURCE_out$1 == 3 ==> 32 <= local_id_x$1;
    invariant {:tag "generation"} _b107 ==> LOGGED_out$1 && SOURCE_out$1 == 3 ==> 1 <= ITER_out$1;
    invariant {:tag "generation"}
        _b108 ==> LOGGED_out$1 && SOURCE_out$1 == 3 ==> ITER_out$1 <= ITER_L1$1;
    invariant {:tag "generation"}
        _b109 ==>
        LOGGED_out$1 && SOURCE_out$1 == 3 ==>
        OFFSET_out$1 == (ITER_out$1 - 1) * 32 + local_id_x$1 mod 32;
    invariant {:tag "generation"} _b110 ==> LOGGED_out$2 ==> SOURCE_out$2 == 3;
    invariant {:tag "generation"} _b111 ==> LOGGED_out$2 && SOURCE_out$2 == 3 ==> KIND_out$2 == 1;
    invariant {:tag "generation"}
        _b112 ==> LOGGED_out$2 && SOURCE_out$2 == 3 ==> 32 <= local_id_x$2;
    invariant {:tag "generation"} _b113 ==> LOGGED_out$2 && SOURCE_out$2 == 3 ==> 1 <= ITER_out$2;
    invariant {:tag "generation"}
        _b114 ==> LOGGED_out$2 && SOURCE_out$2 == 3 ==> ITER_out$2 <= ITER_L1$2;
    invariant {:tag "generation"}
        _b115 ==>
        LOGGED_out$2 && SOURCE_out$2 == 3 ==>
        OFFSET_out$2 == (ITER_out$2 - 1) * 32 + local_id_x$2 mod 32;
  {
    ITER_L1$1 := (if loop_15$1 then ITER_L1$1 + 1 else ITER_L1$1);
    ITER_L1$2 := (if loop_15$2 then ITER_L1$2 + 1 else ITER_L1$2);
    // 01_single_buffer_ok.cu:16: asm volatile("bar.sync 1, 64;" ::: "memory");
    // 01_single_buffer_ok.cu:17: out[i * 32 + lane] = buf[31 - lane];
    call LOG_out(loop_15$1, 1, i_1$1 * 32 + lane$1, ITER_L1$1, 3);
    call CHECK_out(loop_15$2, 1, i_1$2 * 32 + lane$2, ITER_L1$2, 3);
    // 01_single_buffer_ok.cu:18: asm volatile("bar.arrive 2, 64;" ::: "memory");
    // 01_single_buffer_ok.cu:15: for (int i = 0; i < n; ++i) {
    i_1$1 := (if loop_15$1 then i_1$1 + 1 else i_1$1);
    i_1$2 := (if loop_15$2 then i_1$2 + 1 else i_1$2);
    loop_15$1 := loop_15$1 && i_1$1 < n;
    loop_15$2 := loop_15$2 && i_1$2 < n;
  }
  // 01_single_buffer_ok.cu:4: __global__ void k(const int *in, int *out, int n) {
  call RESOLVE_out();
}

// Two threads of one block: the threads of a warp reach aligned barriers together, and those of
// the block reach its barriers together.
procedure k$divergence()
  requires local_id_x$1 != local_id_x$2;
{
  var else_7$1:      bool;
  var else_7$2:      bool;
  var i$1:           int;
  var i$2:           int;
  var i_1$1:         int;
  var i_1$2:         int;
  var i_1_start_3$1: int;
  var i_1_start_3$2: int;
  var i_start_3$1:   int;
  var i_start_3$2:   int;
  var if_7$1:        bool;
  var if_7$2:        bool;
  var lane$1:        int;
  var lane$2:        int;
  var loop_15$1:     bool;
  var loop_15$2:     bool;
  var loop_8$1:      bool;
  var loop_8$2:      bool;

  // 01_single_buffer_ok.cu:6: int lane = threadIdx.x % 32;
  lane$1 := local_id_x$1 mod 32;
  lane$2 := local_id_x$2 mod 32;
  // 01_single_buffer_ok.cu:7: if (threadIdx.x < 32) {
  if_7$1 := local_id_x$1 < 32;
  if_7$2 := local_id_x$2 < 32;
  else_7$1 := !if_7$1;
  else_7$2 := !if_7$2;
  // 01_single_buffer_ok.cu:8: for (int i = 0; i < n; ++i) {
  i$1 := (if if_7$1 then 0 else i$1);
  i$2 := (if if_7$2 then 0 else i$2);
  loop_8$1 := if_7$1 && i$1 < n;
  loop_8$2 := if_7$2 && i$2 < n;
  i_start_3$1 := i$1;
  i_start_3$2 := i$2;
  while (loop_8$1 || loop_8$2)
    invariant {:tag "predicate-guard"} _b116 ==> (loop_8$1 ==> i$1 < n) && (loop_8$2 ==> i$2 < n);
    invariant {:tag "predicate-guard"} _b117 ==> (loop_8$1 ==> if_7$1) && (loop_8$2 ==> if_7$2);
    invariant {:tag "counter-bound"} _b118 ==> i_start_3$1 <= i$1 && i_start_3$2 <= i$2;
    invariant {:tag "counter-guard"}
        _b119 ==> (i$1 == i_start_3$1 || i$1 <= n) && (i$2 == i_start_3$2 || i$2 <= n);
    invariant {:tag "generation"}
        _b120 ==> local_id_x$1 div 32 == local_id_x$2 div 32 && loop_8$1 && loop_8$2 ==> i$1 == i$2;
    invariant {:tag "generation"}
        _b121 ==> local_id_x$1 div 32 == local_id_x$2 div 32 ==> loop_8$1 == loop_8$2;
  {
    // 01_single_buffer_ok.cu:9: asm volatile("bar.sync 2, 64;" ::: "memory");
    assert local_id_x$1 div 32 == local_id_x$2 div 32 ==> loop_8$1 == loop_8$2;
    // 01_single_buffer_ok.cu:10: buf[lane] = in[i * 32 + lane];
    // 01_single_buffer_ok.cu:11: asm volatile("bar.arrive 1, 64;" ::: "memory");
    assert local_id_x$1 div 32 == local_id_x$2 div 32 ==> loop_8$1 == loop_8$2;
    // 01_single_buffer_ok.cu:8: for (int i = 0; i < n; ++i) {
    i$1 := (if loop_8$1 then i$1 + 1 else i$1);
    i$2 := (if loop_8$2 then i$2 + 1 else i$2);
    loop_8$1 := loop_8$1 && i$1 < n;
    loop_8$2 := loop_8$2 && i$2 < n;
  }
  // 01_single_buffer_ok.cu:14: asm volatile("bar.arrive 2, 64;" ::: "memory");
  assert local_id_x$1 div 32 == local_id_x$2 div 32 ==> else_7$1 == else_7$2;
  // 01_single_buffer_ok.cu:15: for (int i = 0; i < n; ++i) {
  i_1$1 := (if else_7$1 then 0 else i_1$1);
  i_1$2 := (if else_7$2 then 0 else i_1$2);
  loop_15$1 := else_7$1 && i_1$1 < n;
  loop_15$2 := else_7$2 && i_1$2 < n;
  i_1_start_3$1 := i_1$1;
  i_1_start_3$2 := i_1$2;
  while (loop_15$1 || loop_15$2)
    invariant {:tag "predicate-guard"}
        _b122 ==> (loop_15$1 ==> i_1$1 < n) && (loop_15$2 ==> i_1$2 < n);
    invariant {:tag "predicate-guard"}
        _b123 ==> (loop_15$1 ==> else_7$1) && (loop_15$2 ==> else_7$2);
    invariant {:tag "counter-bound"} _b124 ==> i_1_start_3$1 <= i_1$1 && i_1_start_3$2 <= i_1$2;
    invariant {:tag "counter-guard"}
        _b125 ==> (i_1$1 == i_1_start_3$1 || i_1$1 <= n) && (i_1$2 == i_1_start_3$2 || i_1$2 <= n);
    invariant {:tag "generation"}
        _b126 ==>
        local_id_x$1 div 32 == local_id_x$2 div 32 && loop_15$1 && loop_15$2 ==>
        i_1$1 == i_1$2;
    invariant {:tag "generation"}
        _b127 ==> local_id_x$1 div 32 == local_id_x$2 div 32 ==> loop_15$1 == loop_15$2;
  {
    // 01_single_buffer_ok.cu:16: asm volatile("bar.sync 1, 64;" ::: "memory");
    assert local_id_x$1 div 32 == local_id_x$2 div 32 ==> loop_15$1 == loop_15$2;
    // 01_single_buffer_ok.cu:17: out[i * 32 + lane] = buf[31 - lane];
    // 01_single_buffer_ok.cu:18: asm volatile("bar.arrive 2, 64;" ::: "memory");
    assert local_id_x$1 div 32 == local_id_x$2 div 32 ==> loop_15$1 == loop_15$2;
    // 01_single_buffer_ok.cu:15: for (int i = 0; i < n; ++i) {
    i_1$1 := (if loop_15$1 then i_1$1 + 1 else i_1$1);
    i_1$2 := (if loop_15$2 then i_1$2 + 1 else i_1$2);
    loop_15$1 := loop_15$1 && i_1$1 < n;
    loop_15$2 := loop_15$2 && i_1$2 < n;
  }
  // 01_single_buffer_ok.cu:4: __global__ void k(const int *in, int *out, int n) {
}

// Two threads of one block: no thread registers on barrier 1 before the generation that it
// registered on last is complete.
procedure k$recycling$1()
  requires local_id_x$1 != local_id_x$2;
  requires GEN_2$1 == 0 && SYNCED_2$1 == 0;
  requires GEN_2$2 == 0 && SYNCED_2$2 == 0;
  requires GEN_1$1 == 0 && SYNCED_1$1 == 0;
  requires GEN_1$2 == 0 && SYNCED_1$2 == 0;
  requires !LOGGED_1$1 && !LOGGED_1$2;
  modifies GEN_2$1, GEN_2$2, SYNCED_2$1, SYNCED_2$2, GEN_1$1, GEN_1$2, SYNCED_1$1, SYNCED_1$2,
      LOGGED_1$1, AT_1$1, SOURCE_1$1, ITER_1$1, REL_2_1$1, REL_1_1$1, LOGGED_1$2, AT_1$2, SOURCE_1$2,
      ITER_1$2, ACQ_2_1$2, ACQ_1_1$2;
{
  var GEN_1_L0$1:    int;
  var GEN_1_L0$2:    int;
  var GEN_1_L1$1:    int;
  var GEN_1_L1$2:    int;
  var GEN_2_L0$1:    int;
  var GEN_2_L0$2:    int;
  var GEN_2_L1$1:    int;
  var GEN_2_L1$2:    int;
  var ITER_L0$1:     int;
  var ITER_L0$2:     int;
  var ITER_L1$1:     int;
  var ITER_L1$2:     int;
  var SYNCED_1_L0$1: int;
  var SYNCED_1_L0$2: int;
  var SYNCED_1_L1$1: int;
  var SYNCED_1_L1$2: int;
  var SYNCED_2_L0$1: int;
  var SYNCED_2_L0$2: int;
  var SYNCED_2_L1$1: int;
  var SYNCED_2_L1$2: int;
  var else_7$1:      bool;
  var else_7$2:      bool;
  var i$1:           int;
  var i$2:           int;
  var i_1$1:         int;
  var i_1$2:         int;
  var i_1_start_4$1: int;
  var i_1_start_4$2: int;
  var i_start_4$1:   int;
  var i_start_4$2:   int;
  var if_7$1:        bool;
  var if_7$2:        bool;
  var lane$1:        int;
  var lane$2:        int;
  var loop_15$1:     bool;
  var loop_15$2:     bool;
  var loop_8$1:      bool;
  var loop_8$2:      bool;

  // 01_single_buffer_ok.cu:6: int lane = threadIdx.x % 32;
  lane$1 := local_id_x$1 mod 32;
  lane$2 := local_id_x$2 mod 32;
  // 01_single_buffer_ok.cu:7: if (threadIdx.x < 32) {
  if_7$1 := local_id_x$1 < 32;
  if_7$2 := local_id_x$2 < 32;
  else_7$1 := !if_7$1;
  else_7$2 := !if_7$2;
  // 01_single_buffer_ok.cu:8: for (int i = 0; i < n; ++i) {
  i$1 := (if if_7$1 then 0 else i$1);
  i$2 := (if if_7$2 then 0 else i$2);
  loop_8$1 := if_7$1 && i$1 < n;
  loop_8$2 := if_7$2 && i$2 < n;
  i_start_4$1 := i$1;
  i_start_4$2 := i$2;
  ITER_L0$1 := 0;
  GEN_2_L0$1 := GEN_2$1;
  SYNCED_2_L0$1 := SYNCED_2$1;
  GEN_1_L0$1 := GEN_1$1;
  SYNCED_1_L0$1 := SYNCED_1$1;
  ITER_L0$2 := 0;
  GEN_2_L0$2 := GEN_2$2;
  SYNCED_2_L0$2 := SYNCED_2$2;
  GEN_1_L0$2 := GEN_1$2;
  SYNCED_1_L0$2 := SYNCED_1$2;
  while (loop_8$1 || loop_8$2)
    invariant {:tag "predicate-guard"} _b128 ==> (loop_8$1 ==> i$1 < n) && (loop_8$2 ==> i$2 < n);
    invariant {:tag "predicate-guard"} _b129 ==> (loop_8$1 ==> if_7$1) && (loop_8$2 ==> if_7$2);
    invariant {:tag "counter-bound"} _b130 ==> i_start_4$1 <= i$1 && i_start_4$2 <= i$2;
    invariant {:tag "counter-guard"}
        _b131 ==> (i$1 == i_start_4$1 || i$1 <= n) && (i$2 == i_start_4$2 || i$2 <= n);
    invariant {:tag "generation"}
        _b132 ==> loop_8$1 == (if_7$1 && i$1 < n) && loop_8$2 == (if_7$2 && i$2 < n);
    invariant {:tag "generation"} _b133 ==> 0 <= ITER_L0$1 && 0 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b134 ==> i$1 == i_start_4$1 + ITER_L0$1 && i$2 == i_start_4$2 + ITER_L0$2;
    invariant {:tag "generation"}
        _b135 ==>
        (local_id_x$1 <= 31 ==> GEN_2$1 == GEN_2_L0$1 + ITER_L0$1) &&
          (local_id_x$2 <= 31 ==> GEN_2$2 == GEN_2_L0$2 + ITER_L0$2);
    invariant {:tag "generation"}
        _b136 ==>
        (local_id_x$1 <= 31 ==> SYNCED_2$1 == SYNCED_2_L0$1 + ITER_L0$1) &&
          (local_id_x$2 <= 31 ==> SYNCED_2$2 == SYNCED_2_L0$2 + ITER_L0$2);
    invariant {:tag "generation"}
        _b137 ==>
        (local_id_x$1 <= 31 ==> GEN_1$1 == GEN_1_L0$1 + ITER_L0$1) &&
          (local_id_x$2 <= 31 ==> GEN_1$2 == GEN_1_L0$2 + ITER_L0$2);
    invariant {:tag "generation"}
        _b138 ==>
        (local_id_x$1 <= 31 ==> SYNCED_1$1 == SYNCED_1_L0$1) &&
          (local_id_x$2 <= 31 ==> SYNCED_1$2 == SYNCED_1_L0$2);
    invariant {:tag "generation"}
        _b139 ==>
        (32 <= local_id_x$1 ==> GEN_2$1 == GEN_2_L0$1) &&
          (32 <= local_id_x$2 ==> GEN_2$2 == GEN_2_L0$2);
    invariant {:tag "generation"}
        _b140 ==>
        (32 <= local_id_x$1 ==> SYNCED_2$1 == SYNCED_2_L0$1) &&
          (32 <= local_id_x$2 ==> SYNCED_2$2 == SYNCED_2_L0$2);
    invariant {:tag "generation"}
        _b141 ==>
        (32 <= local_id_x$1 ==> GEN_1$1 == GEN_1_L0$1) &&
          (32 <= local_id_x$2 ==> GEN_1$2 == GEN_1_L0$2);
    invariant {:tag "generation"}
        _b142 ==>
        (32 <= local_id_x$1 ==> SYNCED_1$1 == SYNCED_1_L0$1) &&
          (32 <= local_id_x$2 ==> SYNCED_1$2 == SYNCED_1_L0$2);
    invariant {:tag "generation"} _b143 ==> !LOGGED_1$1;
    invariant {:tag "generation"} _b144 ==> LOGGED_1$2 ==> SOURCE_1$2 == 10;
    invariant {:tag "generation"} _b145 ==> LOGGED_1$2 && SOURCE_1$2 == 10 ==> local_id_x$2 <= 31;
    invariant {:tag "generation"} _b146 ==> LOGGED_1$2 && SOURCE_1$2 == 10 ==> 1 <= ITER_1$2;
    invariant {:tag "generation"}
        _b147 ==> LOGGED_1$2 && SOURCE_1$2 == 10 ==> ITER_1$2 <= ITER_L0$2;
    invariant {:tag "generation"} _b148 ==> LOGGED_1$2 && SOURCE_1$2 == 10 ==> AT_1$2 == ITER_1$2;
    invariant {:tag "generation"}
        _b149 ==> LOGGED_1$2 && SOURCE_1$2 == 10 ==> ACQ_2_1$2 == ITER_1$2;
    invariant {:tag "generation"} _b150 ==> LOGGED_1$2 && SOURCE_1$2 == 10 ==> ACQ_1_1$2 == 0;
  {
    ITER_L0$1 := (if loop_8$1 then ITER_L0$1 + 1 else ITER_L0$1);
    ITER_L0$2 := (if loop_8$2 then ITER_L0$2 + 1 else ITER_L0$2);
    // 01_single_buffer_ok.cu:9: asm volatile("bar.sync 2, 64;" ::: "memory");
    call SYNC_2(loop_8$1, loop_8$2);
    // 01_single_buffer_ok.cu:10: buf[lane] = in[i * 32 + lane];
    // 01_single_buffer_ok.cu:11: asm volatile("bar.arrive 1, 64;" ::: "memory");
    call CHECK_1(loop_8$2, GEN_1$2 + 1, ITER_L0$2, 10);
    call ARRIVE_1(loop_8$1, loop_8$2);
    // 01_single_buffer_ok.cu:8: for (int i = 0; i < n; ++i) {
    i$1 := (if loop_8$1 then i$1 + 1 else i$1);
    i$2 := (if loop_8$2 then i$2 + 1 else i$2);
    loop_8$1 := loop_8$1 && i$1 < n;
    loop_8$2 := loop_8$2 && i$2 < n;
  }
  // 01_single_buffer_ok.cu:14: asm volatile("bar.arrive 2, 64;" ::: "memory");
  call ARRIVE_2(else_7$1, else_7$2);
  // 01_single_buffer_ok.cu:15: for (int i = 0; i < n; ++i) {
  i_1$1 := (if else_7$1 then 0 else i_1$1);
  i_1$2 := (if else_7$2 then 0 else i_1$2);
  loop_15$1 := else_7$1 && i_1$1 < n;
  loop_15$2 := else_7$2 && i_1$2 < n;
  i_1_start_4$1 := i_1$1;
  i_1_start_4$2 := i_1$2;
  ITER_L1$1 := 0;
  GEN_2_L1$1 := GEN_2$1;
  SYNCED_2_L1$1 := SYNCED_2$1;
  GEN_1_L1$1 := GEN_1$1;
  SYNCED_1_L1$1 := SYNCED_1$1;
  ITER_L1$2 := 0;
  GEN_2_L1$2 := GEN_2$2;
  SYNCED_2_L1$2 := SYNCED_2$2;
  GEN_1_L1$2 := GEN_1$2;
  SYNCED_1_L1$2 := SYNCED_1$2;
  while (loop_15$1 || loop_15$2)
    invariant {:tag "predicate-guard"}
        _b151 ==> (loop_15$1 ==> i_1$1 < n) && (loop_15$2 ==> i_1$2 < n);
    invariant {:tag "predicate-guard"}
        _b152 ==> (loop_15$1 ==> else_7$1) && (loop_15$2 ==> else_7$2);
    invariant {:tag "counter-bound"} _b153 ==> i_1_start_4$1 <= i_1$1 && i_1_start_4$2 <= i_1$2;
    invariant {:tag "counter-guard"}
        _b154 ==> (i_1$1 == i_1_start_4$1 || i_1$1 <= n) && (i_1$2 == i_1_start_4$2 || i_1$2 <= n);
    invariant {:tag "generation"}
        _b155 ==> loop_15$1 == (else_7$1 && i_1$1 < n) && loop_15$2 == (else_7$2 && i_1$2 < n);
    invariant {:tag "generation"} _b156 ==> 0 <= ITER_L1$1 && 0 <= ITER_L1$2;
    invariant {:tag "generation"}
        _b157 ==> i_1$1 == i_1_start_4$1 + ITER_L1$1 && i_1$2 == i_1_start_4$2 + ITER_L1$2;
    invariant {:tag "generation"}
        _b158 ==>
        (local_id_x$1 <= 31 ==> GEN_2$1 == GEN_2_L1$1) &&
          (local_id_x$2 <= 31 ==> GEN_2$2 == GEN_2_L1$2);
    invariant {:tag "generation"}
        _b159 ==>
        (local_id_x$1 <= 31 ==> SYNCED_2$1 == SYNCED_2_L1$1) &&
          (local_id_x$2 <= 31 ==> SYNCED_2$2 == SYNCED_2_L1$2);
    invariant {:tag "generation"}
        _b160 ==>
        (local_id_x$1 <= 31 ==> GEN_1$1 == GEN_1_L1$1) &&
          (local_id_x$2 <= 31 ==> GEN_1$2 == GEN_1_L1$2);
    invariant {:tag "generation"}
        _b161 ==>
        (local_id_x$1 <= 31 ==> SYNCED_1$1 == SYNCED_1_L1$1) &&
          (local_id_x$2 <= 31 ==> SYNCED_1$2 == SYNCED_1_L1$2);
    invariant {:tag "generation"}
        _b162 ==>
        (32 <= local_id_x$1 ==> GEN_2$1 == GEN_2_L1$1 + ITER_L1$1) &&
          (32 <= local_id_x$2 ==> GEN_2$2 == GEN_2_L1$2 + ITER_L1$2);
    invariant {:tag "generation"}
        _b163 ==>
        (32 <= local_id_x$1 ==> SYNCED_2$1 == SYNCED_2_L1$1) &&
          (32 <= local_id_x$2 ==> SYNCED_2$2 == SYNCED_2_L1$2);
    invariant {:tag "generation"}
        _b164 ==>
        (32 <= local_id_x$1 ==> GEN_1$1 == GEN_1_L1$1 + ITER_L1$1) &&
          (32 <= local_id_x$2 ==> GEN_1$2 == GEN_1_L1$2 + ITER_L1$2);
    invariant {:tag "generation"}
        _b165 ==>
        (32 <= local_id_x$1 ==> SYNCED_1$1 == SYNCED_1_L1$1 + ITER_L1$1) &&
          (32 <= local_id_x$2 ==> SYNCED_1$2 == SYNCED_1_L1$2 + ITER_L1$2);
    invariant {:tag "generation"} _b166 ==> LOGGED_1$1 ==> SOURCE_1$1 == 11;
    invariant {:tag "generation"} _b167 ==> LOGGED_1$1 && SOURCE_1$1 == 11 ==> 32 <= local_id_x$1;
    invariant {:tag "generation"} _b168 ==> LOGGED_1$1 && SOURCE_1$1 == 11 ==> 1 <= ITER_1$1;
    invariant {:tag "generation"}
        _b169 ==> LOGGED_1$1 && SOURCE_1$1 == 11 ==> ITER_1$1 <= ITER_L1$1;
    invariant {:tag "generation"} _b170 ==> LOGGED_1$1 && SOURCE_1$1 == 11 ==> AT_1$1 == ITER_1$1;
    invariant {:tag "generation"}
        _b171 ==> LOGGED_1$1 && SOURCE_1$1 == 11 ==> REL_2_1$1 == ITER_1$1 + 1;
    invariant {:tag "generation"}
        _b172 ==> LOGGED_1$1 && SOURCE_1$1 == 11 ==> REL_1_1$1 == ITER_1$1 + 1;
    invariant {:tag "generation"} _b173 ==> LOGGED_1$2 ==> SOURCE_1$2 == 10 || SOURCE_1$2 == 11;
    invariant {:tag "generation"} _b174 ==> LOGGED_1$2 && SOURCE_1$2 == 10 ==> local_id_x$2 <= 31;
    invariant {:tag "generation"} _b175 ==> LOGGED_1$2 && SOURCE_1$2 == 10 ==> 1 <= ITER_1$2;
    invariant {:tag "generation"}
        _b176 ==> LOGGED_1$2 && SOURCE_1$2 == 10 ==> ITER_1$2 <= ITER_L0$2;
    invariant {:tag "generation"} _b177 ==> LOGGED_1$2 && SOURCE_1$2 == 10 ==> AT_1$2 == ITER_1$2;
    invariant {:tag "generation"}
        _b178 ==> LOGGED_1$2 && SOURCE_1$2 == 10 ==> ACQ_2_1$2 == ITER_1$2;
    invariant {:tag "generation"} _b179 ==> LOGGED_1$2 && SOURCE_1$2 == 10 ==> ACQ_1_1$2 == 0;
    invariant {:tag "generation"} _b180 ==> LOGGED_1$2 && SOURCE_1$2 == 11 ==> 32 <= local_id_x$2;
    invariant {:tag "generation"} _b181 ==> LOGGED_1$2 && SOURCE_1$2 == 11 ==> 1 <= ITER_1$2;
    invariant {:tag "generation"}
        _b182 ==> LOGGED_1$2 && SOURCE_1$2 == 11 ==> ITER_1$2 <= ITER_L1$2;
    invariant {:tag "generation"} _b183 ==> LOGGED_1$2 && SOURCE_1$2 == 11 ==> AT_1$2 == ITER_1$2;
    invariant {:tag "generation"} _b184 ==> LOGGED_1$2 && SOURCE_1$2 == 11 ==> ACQ_2_1$2 == 0;
    invariant {:tag "generation"}
        _b185 ==> LOGGED_1$2 && SOURCE_1$2 == 11 ==> ACQ_1_1$2 == ITER_1$2 - 1;
  {
    ITER_L1$1 := (if loop_15$1 then ITER_L1$1 + 1 else ITER_L1$1);
    ITER_L1$2 := (if loop_15$2 then ITER_L1$2 + 1 else ITER_L1$2);
    // 01_single_buffer_ok.cu:16: asm volatile("bar.sync 1, 64;" ::: "memory");
    call CHECK_1(loop_15$2, GEN_1$2 + 1, ITER_L1$2, 11);
    call SYNC_1(loop_15$1, loop_15$2);
    call LOG_1(loop_15$1, GEN_1$1, ITER_L1$1, 11);
    // 01_single_buffer_ok.cu:17: out[i * 32 + lane] = buf[31 - lane];
    // 01_single_buffer_ok.cu:18: asm volatile("bar.arrive 2, 64;" ::: "memory");
    call ARRIVE_2(loop_15$1, loop_15$2);
    // 01_single_buffer_ok.cu:15: for (int i = 0; i < n; ++i) {
    i_1$1 := (if loop_15$1 then i_1$1 + 1 else i_1$1);
    i_1$2 := (if loop_15$2 then i_1$2 + 1 else i_1$2);
    loop_15$1 := loop_15$1 && i_1$1 < n;
    loop_15$2 := loop_15$2 && i_1$2 < n;
  }
  // 01_single_buffer_ok.cu:4: __global__ void k(const int *in, int *out, int n) {
  call RESOLVE_1();
  assert GEN_1$2 <= GEN_1$1 + 1;
}

// Two threads of one block: no thread registers on barrier 2 before the generation that it
// registered on last is complete.
procedure k$recycling$2()
  requires local_id_x$1 != local_id_x$2;
  requires GEN_1$1 == 0 && SYNCED_1$1 == 0;
  requires GEN_1$2 == 0 && SYNCED_1$2 == 0;
  requires GEN_2$1 == 0 && SYNCED_2$1 == 0;
  requires GEN_2$2 == 0 && SYNCED_2$2 == 0;
  requires !LOGGED_2$1 && !LOGGED_2$2;
  modifies GEN_1$1, GEN_1$2, SYNCED_1$1, SYNCED_1$2, GEN_2$1, GEN_2$2, SYNCED_2$1, SYNCED_2$2,
      LOGGED_2$1, AT_2$1, SOURCE_2$1, ITER_2$1, REL_1_2$1, REL_2_2$1, LOGGED_2$2, AT_2$2, SOURCE_2$2,
      ITER_2$2, ACQ_1_2$2, ACQ_2_2$2;
{
  var GEN_1_L0$1:    int;
  var GEN_1_L0$2:    int;
  var GEN_1_L1$1:    int;
  var GEN_1_L1$2:    int;
  var GEN_2_L0$1:    int;
  var GEN_2_L0$2:    int;
  var GEN_2_L1$1:    int;
  var GEN_2_L1$2:    int;
  var ITER_L0$1:     int;
  var ITER_L0$2:     int;
  var ITER_L1$1:     int;
  var ITER_L1$2:     int;
  var SYNCED_1_L0$1: int;
  var SYNCED_1_L0$2: int;
  var SYNCED_1_L1$1: int;
  var SYNCED_1_L1$2: int;
  var SYNCED_2_L0$1: int;
  var SYNCED_2_L0$2: int;
  var SYNCED_2_L1$1: int;
  var SYNCED_2_L1$2: int;
  var else_7$1:      bool;
  var else_7$2:      bool;
  var i$1:           int;
  var i$2:           int;
  var i_1$1:         int;
  var i_1$2:         int;
  var i_1_start_5$1: int;
  var i_1_start_5$2: int;
  var i_start_5$1:   int;
  var i_start_5$2:   int;
  var if_7$1:        bool;
  var if_7$2:        bool;
  var lane$1:        int;
  var lane$2:        int;
  var loop_15$1:     bool;
  var loop_15$2:     bool;
  var loop_8$1:      bool;
  var loop_8$2:      bool;

  // 01_single_buffer_ok.cu:6: int lane = threadIdx.x % 32;
  lane$1 := local_id_x$1 mod 32;
  lane$2 := local_id_x$2 mod 32;
  // 01_single_buffer_ok.cu:7: if (threadIdx.x < 32) {
  if_7$1 := local_id_x$1 < 32;
  if_7$2 := local_id_x$2 < 32;
  else_7$1 := !if_7$1;
  else_7$2 := !if_7$2;
  // 01_single_buffer_ok.cu:8: for (int i = 0; i < n; ++i) {
  i$1 := (if if_7$1 then 0 else i$1);
  i$2 := (if if_7$2 then 0 else i$2);
  loop_8$1 := if_7$1 && i$1 < n;
  loop_8$2 := if_7$2 && i$2 < n;
  i_start_5$1 := i$1;
  i_start_5$2 := i$2;
  ITER_L0$1 := 0;
  GEN_1_L0$1 := GEN_1$1;
  SYNCED_1_L0$1 := SYNCED_1$1;
  GEN_2_L0$1 := GEN_2$1;
  SYNCED_2_L0$1 := SYNCED_2$1;
  ITER_L0$2 := 0;
  GEN_1_L0$2 := GEN_1$2;
  SYNCED_1_L0$2 := SYNCED_1$2;
  GEN_2_L0$2 := GEN_2$2;
  SYNCED_2_L0$2 := SYNCED_2$2;
  while (loop_8$1 || loop_8$2)
    invariant {:tag "predicate-guard"} _b186 ==> (loop_8$1 ==> i$1 < n) && (loop_8$2 ==> i$2 < n);
    invariant {:tag "predicate-guard"} _b187 ==> (loop_8$1 ==> if_7$1) && (loop_8$2 ==> if_7$2);
    invariant {:tag "counter-bound"} _b188 ==> i_start_5$1 <= i$1 && i_start_5$2 <= i$2;
    invariant {:tag "counter-guard"}
        _b189 ==> (i$1 == i_start_5$1 || i$1 <= n) && (i$2 == i_start_5$2 || i$2 <= n);
    invariant {:tag "generation"}
        _b190 ==> loop_8$1 == (if_7$1 && i$1 < n) && loop_8$2 == (if_7$2 && i$2 < n);
    invariant {:tag "generation"} _b191 ==> 0 <= ITER_L0$1 && 0 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b192 ==> i$1 == i_start_5$1 + ITER_L0$1 && i$2 == i_start_5$2 + ITER_L0$2;
    invariant {:tag "generation"}
        _b193 ==>
        (local_id_x$1 <= 31 ==> GEN_1$1 == GEN_1_L0$1 + ITER_L0$1) &&
          (local_id_x$2 <= 31 ==> GEN_1$2 == GEN_1_L0$2 + ITER_L0$2);
    invariant {:tag "generation"}
        _b194 ==>
        (local_id_x$1 <= 31 ==> SYNCED_1$1 == SYNCED_1_L0$1) &&
          (local_id_x$2 <= 31 ==> SYNCED_1$2 == SYNCED_1_L0$2);
    invariant {:tag "generation"}
        _b195 ==>
        (local_id_x$1 <= 31 ==> GEN_2$1 == GEN_2_L0$1 + ITER_L0$1) &&
          (local_id_x$2 <= 31 ==> GEN_2$2 == GEN_2_L0$2 + ITER_L0$2);
    invariant {:tag "generation"}
        _b196 ==>
        (local_id_x$1 <= 31 ==> SYNCED_2$1 == SYNCED_2_L0$1 + ITER_L0$1) &&
          (local_id_x$2 <= 31 ==> SYNCED_2$2 == SYNCED_2_L0$2 + ITER_L0$2);
    invariant {:tag "generation"}
        _b197 ==>
        (32 <= local_id_x$1 ==> GEN_1$1 == GEN_1_L0$1) &&
          (32 <= local_id_x$2 ==> GEN_1$2 == GEN_1_L0$2);
    invariant {:tag "generation"}
        _b198 ==>
        (32 <= local_id_x$1 ==> SYNCED_1$1 == SYNCED_1_L0$1) &&
          (32 <= local_id_x$2 ==> SYNCED_1$2 == SYNCED_1_L0$2);
    invariant {:tag "generation"}
        _b199 ==>
        (32 <= local_id_x$1 ==> GEN_2$1 == GEN_2_L0$1) &&
          (32 <= local_id_x$2 ==> GEN_2$2 == GEN_2_L0$2);
    invariant {:tag "generation"}
        _b200 ==>
        (32 <= local_id_x$1 ==> SYNCED_2$1 == SYNCED_2_L0$1) &&
          (32 <= local_id_x$2 ==> SYNCED_2$2 == SYNCED_2_L0$2);
    invariant {:tag "generation"} _b201 ==> LOGGED_2$1 ==> SOURCE_2$1 == 14;
    invariant {:tag "generation"} _b202 ==> LOGGED_2$1 && SOURCE_2$1 == 14 ==> local_id_x$1 <= 31;
    invariant {:tag "generation"} _b203 ==> LOGGED_2$1 && SOURCE_2$1 == 14 ==> 1 <= ITER_2$1;
    invariant {:tag "generation"}
        _b204 ==> LOGGED_2$1 && SOURCE_2$1 == 14 ==> ITER_2$1 <= ITER_L0$1;
    invariant {:tag "generation"} _b205 ==> LOGGED_2$1 && SOURCE_2$1 == 14 ==> AT_2$1 == ITER_2$1;
    invariant {:tag "generation"}
        _b206 ==> LOGGED_2$1 && SOURCE_2$1 == 14 ==> REL_1_2$1 == ITER_2$1;
    invariant {:tag "generation"}
        _b207 ==> LOGGED_2$1 && SOURCE_2$1 == 14 ==> REL_2_2$1 == ITER_2$1 + 1;
    invariant {:tag "generation"} _b208 ==> LOGGED_2$2 ==> SOURCE_2$2 == 14;
    invariant {:tag "generation"} _b209 ==> LOGGED_2$2 && SOURCE_2$2 == 14 ==> local_id_x$2 <= 31;
    invariant {:tag "generation"} _b210 ==> LOGGED_2$2 && SOURCE_2$2 == 14 ==> 1 <= ITER_2$2;
    invariant {:tag "generation"}
        _b211 ==> LOGGED_2$2 && SOURCE_2$2 == 14 ==> ITER_2$2 <= ITER_L0$2;
    invariant {:tag "generation"} _b212 ==> LOGGED_2$2 && SOURCE_2$2 == 14 ==> AT_2$2 == ITER_2$2;
    invariant {:tag "generation"} _b213 ==> LOGGED_2$2 && SOURCE_2$2 == 14 ==> ACQ_1_2$2 == 0;
    invariant {:tag "generation"}
        _b214 ==> LOGGED_2$2 && SOURCE_2$2 == 14 ==> ACQ_2_2$2 == ITER_2$2 - 1;
  {
    ITER_L0$1 := (if loop_8$1 then ITER_L0$1 + 1 else ITER_L0$1);
    ITER_L0$2 := (if loop_8$2 then ITER_L0$2 + 1 else ITER_L0$2);
    // 01_single_buffer_ok.cu:9: asm volatile("bar.sync 2, 64;" ::: "memory");
    call CHECK_2(loop_8$2, GEN_2$2 + 1, ITER_L0$2, 14);
    call SYNC_2(loop_8$1, loop_8$2);
    call LOG_2(loop_8$1, GEN_2$1, ITER_L0$1, 14);
    // 01_single_buffer_ok.cu:10: buf[lane] = in[i * 32 + lane];
    // 01_single_buffer_ok.cu:11: asm volatile("bar.arrive 1, 64;" ::: "memory");
    call ARRIVE_1(loop_8$1, loop_8$2);
    // 01_single_buffer_ok.cu:8: for (int i = 0; i < n; ++i) {
    i$1 := (if loop_8$1 then i$1 + 1 else i$1);
    i$2 := (if loop_8$2 then i$2 + 1 else i$2);
    loop_8$1 := loop_8$1 && i$1 < n;
    loop_8$2 := loop_8$2 && i$2 < n;
  }
  // 01_single_buffer_ok.cu:14: asm volatile("bar.arrive 2, 64;" ::: "memory");
  call CHECK_2(else_7$2, GEN_2$2 + 1, 0, 15);
  call ARRIVE_2(else_7$1, else_7$2);
  // 01_single_buffer_ok.cu:15: for (int i = 0; i < n; ++i) {
  i_1$1 := (if else_7$1 then 0 else i_1$1);
  i_1$2 := (if else_7$2 then 0 else i_1$2);
  loop_15$1 := else_7$1 && i_1$1 < n;
  loop_15$2 := else_7$2 && i_1$2 < n;
  i_1_start_5$1 := i_1$1;
  i_1_start_5$2 := i_1$2;
  ITER_L1$1 := 0;
  GEN_1_L1$1 := GEN_1$1;
  SYNCED_1_L1$1 := SYNCED_1$1;
  GEN_2_L1$1 := GEN_2$1;
  SYNCED_2_L1$1 := SYNCED_2$1;
  ITER_L1$2 := 0;
  GEN_1_L1$2 := GEN_1$2;
  SYNCED_1_L1$2 := SYNCED_1$2;
  GEN_2_L1$2 := GEN_2$2;
  SYNCED_2_L1$2 := SYNCED_2$2;
  while (loop_15$1 || loop_15$2)
    invariant {:tag "predicate-guard"}
        _b215 ==> (loop_15$1 ==> i_1$1 < n) && (loop_15$2 ==> i_1$2 < n);
    invariant {:tag "predicate-guard"}
        _b216 ==> (loop_15$1 ==> else_7$1) && (loop_15$2 ==> else_7$2);
    invariant {:tag "counter-bound"} _b217 ==> i_1_start_5$1 <= i_1$1 && i_1_start_5$2 <= i_1$2;
    invariant {:tag "counter-guard"}
        _b218 ==> (i_1$1 == i_1_start_5$1 || i_1$1 <= n) && (i_1$2 == i_1_start_5$2 || i_1$2 <= n);
    invariant {:tag "generation"}
        _b219 ==> loop_15$1 == (else_7$1 && i_1$1 < n) && loop_15$2 == (else_7$2 && i_1$2 < n);
    invariant {:tag "generation"} _b220 ==> 0 <= ITER_L1$1 && 0 <= ITER_L1$2;
    invariant {:tag "generation"}
        _b221 ==> i_1$1 == i_1_start_5$1 + ITER_L1$1 && i_1$2 == i_1_start_5$2 + ITER_L1$2;
    invariant {:tag "generation"}
        _b222 ==>
        (local_id_x$1 <= 31 ==> GEN_1$1 == GEN_1_L1$1) &&
          (local_id_x$2 <= 31 ==> GEN_1$2 == GEN_1_L1$2);
    invariant {:tag "generation"}
        _b223 ==>
        (local_id_x$1 <= 31 ==> SYNCED_1$1 == SYNCED_1_L1$1) &&
          (local_id_x$2 <= 31 ==> SYNCED_1$2 == SYNCED_1_L1$2);
    invariant {:tag "generation"}
        _b224 ==>
        (local_id_x$1 <= 31 ==> GEN_2$1 == GEN_2_L1$1) &&
          (local_id_x$2 <= 31 ==> GEN_2$2 == GEN_2_L1$2);
    invariant {:tag "generation"}
        _b225 ==>
        (local_id_x$1 <= 31 ==> SYNCED_2$1 == SYNCED_2_L1$1) &&
          (local_id_x$2 <= 31 ==> SYNCED_2$2 == SYNCED_2_L1$2);
    invariant {:tag "generation"}
        _b226 ==>
        (32 <= local_id_x$1 ==> GEN_1$1 == GEN_1_L1$1 + ITER_L1$1) &&
          (32 <= local_id_x$2 ==> GEN_1$2 == GEN_1_L1$2 + ITER_L1$2);
    invariant {:tag "generation"}
        _b227 ==>
        (32 <= local_id_x$1 ==> SYNCED_1$1 == SYNCED_1_L1$1 + ITER_L1$1) &&
          (32 <= local_id_x$2 ==> SYNCED_1$2 == SYNCED_1_L1$2 + ITER_L1$2);
    invariant {:tag "generation"}
        _b228 ==>
        (32 <= local_id_x$1 ==> GEN_2$1 == GEN_2_L1$1 + ITER_L1$1) &&
          (32 <= local_id_x$2 ==> GEN_2$2 == GEN_2_L1$2 + ITER_L1$2);
    invariant {:tag "generation"}
        _b229 ==>
        (32 <= local_id_x$1 ==> SYNCED_2$1 == SYNCED_2_L1$1) &&
          (32 <= local_id_x$2 ==> SYNCED_2$2 == SYNCED_2_L1$2);
    invariant {:tag "generation"} _b230 ==> LOGGED_2$1 ==> SOURCE_2$1 == 14;
    invariant {:tag "generation"} _b231 ==> LOGGED_2$1 && SOURCE_2$1 == 14 ==> local_id_x$1 <= 31;
    invariant {:tag "generation"} _b232 ==> LOGGED_2$1 && SOURCE_2$1 == 14 ==> 1 <= ITER_2$1;
    invariant {:tag "generation"}
        _b233 ==> LOGGED_2$1 && SOURCE_2$1 == 14 ==> ITER_2$1 <= ITER_L0$1;
    invariant {:tag "generation"} _b234 ==> LOGGED_2$1 && SOURCE_2$1 == 14 ==> AT_2$1 == ITER_2$1;
    invariant {:tag "generation"}
        _b235 ==> LOGGED_2$1 && SOURCE_2$1 == 14 ==> REL_1_2$1 == ITER_2$1;
    invariant {:tag "generation"}
        _b236 ==> LOGGED_2$1 && SOURCE_2$1 == 14 ==> REL_2_2$1 == ITER_2$1 + 1;
    invariant {:tag "generation"}
        _b237 ==> LOGGED_2$2 ==> SOURCE_2$2 == 14 || SOURCE_2$2 == 15 || SOURCE_2$2 == 16;
    invariant {:tag "generation"} _b238 ==> LOGGED_2$2 && SOURCE_2$2 == 14 ==> local_id_x$2 <= 31;
    invariant {:tag "generation"} _b239 ==> LOGGED_2$2 && SOURCE_2$2 == 14 ==> 1 <= ITER_2$2;
    invariant {:tag "generation"}
        _b240 ==> LOGGED_2$2 && SOURCE_2$2 == 14 ==> ITER_2$2 <= ITER_L0$2;
    invariant {:tag "generation"} _b241 ==> LOGGED_2$2 && SOURCE_2$2 == 14 ==> AT_2$2 == ITER_2$2;
    invariant {:tag "generation"} _b242 ==> LOGGED_2$2 && SOURCE_2$2 == 14 ==> ACQ_1_2$2 == 0;
    invariant {:tag "generation"}
        _b243 ==> LOGGED_2$2 && SOURCE_2$2 == 14 ==> ACQ_2_2$2 == ITER_2$2 - 1;
    invariant {:tag "generation"} _b244 ==> LOGGED_2$2 && SOURCE_2$2 == 15 ==> 32 <= local_id_x$2;
    invariant {:tag "generation"} _b245 ==> LOGGED_2$2 && SOURCE_2$2 == 15 ==> ITER_2$2 == 0;
    invariant {:tag "generation"} _b246 ==> LOGGED_2$2 && SOURCE_2$2 == 15 ==> AT_2$2 == 1;
    invariant {:tag "generation"} _b247 ==> LOGGED_2$2 && SOURCE_2$2 == 15 ==> ACQ_1_2$2 == 0;
    invariant {:tag "generation"} _b248 ==> LOGGED_2$2 && SOURCE_2$2 == 15 ==> ACQ_2_2$2 == 0;
    invariant {:tag "generation"} _b249 ==> LOGGED_2$2 && SOURCE_2$2 == 16 ==> 32 <= local_id_x$2;
    invariant {:tag "generation"} _b250 ==> LOGGED_2$2 && SOURCE_2$2 == 16 ==> 1 <= ITER_2$2;
    invariant {:tag "generation"}
        _b251 ==> LOGGED_2$2 && SOURCE_2$2 == 16 ==> ITER_2$2 <= ITER_L1$2;
    invariant {:tag "generation"}
        _b252 ==> LOGGED_2$2 && SOURCE_2$2 == 16 ==> AT_2$2 == ITER_2$2 + 1;
    invariant {:tag "generation"}
        _b253 ==> LOGGED_2$2 && SOURCE_2$2 == 16 ==> ACQ_1_2$2 == ITER_2$2;
    invariant {:tag "generation"} _b254 ==> LOGGED_2$2 && SOURCE_2$2 == 16 ==> ACQ_2_2$2 == 0;
  {
    ITER_L1$1 := (if loop_15$1 then ITER_L1$1 + 1 else ITER_L1$1);
    ITER_L1$2 := (if loop_15$2 then ITER_L1$2 + 1 else ITER_L1$2);
    // 01_single_buffer_ok.cu:16: asm volatile("bar.sync 1, 64;" ::: "memory");
    call SYNC_1(loop_15$1, loop_15$2);
    // 01_single_buffer_ok.cu:17: out[i * 32 + lane] = buf[31 - lane];
    // 01_single_buffer_ok.cu:18: asm volatile("bar.arrive 2, 64;" ::: "memory");
    call CHECK_2(loop_15$2, GEN_2$2 + 1, ITER_L1$2, 16);
    call ARRIVE_2(loop_15$1, loop_15$2);
    // 01_single_buffer_ok.cu:15: for (int i = 0; i < n; ++i) {
    i_1$1 := (if loop_15$1 then i_1$1 + 1 else i_1$1);
    i_1$2 := (if loop_15$2 then i_1$2 + 1 else i_1$2);
    loop_15$1 := loop_15$1 && i_1$1 < n;
    loop_15$2 := loop_15$2 && i_1$2 < n;
  }
  // 01_single_buffer_ok.cu:4: __global__ void k(const int *in, int *out, int n) {
  call RESOLVE_2();
  assert GEN_2$2 <= GEN_2$1 + 1;
}

// Two threads of one block: neither waits for a generation that the other never registers on.
procedure k$balance()
  requires local_id_x$1 != local_id_x$2;
  requires GEN_1$1 == 0 && SYNCED_1$1 == 0;
  requires GEN_1$2 == 0 && SYNCED_1$2 == 0;
  requires GEN_2$1 == 0 && SYNCED_2$1 == 0;
  requires GEN_2$2 == 0 && SYNCED_2$2 == 0;
  modifies GEN_1$1, GEN_1$2, SYNCED_1$1, SYNCED_1$2, GEN_2$1, GEN_2$2, SYNCED_2$1, SYNCED_2$2;
{
  var GEN_1_L0$1:    int;
  var GEN_1_L0$2:    int;
  var GEN_1_L1$1:    int;
  var GEN_1_L1$2:    int;
  var GEN_2_L0$1:    int;
  var GEN_2_L0$2:    int;
  var GEN_2_L1$1:    int;
  var GEN_2_L1$2:    int;
  var ITER_L0$1:     int;
  var ITER_L0$2:     int;
  var ITER_L1$1:     int;
  var ITER_L1$2:     int;
  var SYNCED_1_L0$1: int;
  var SYNCED_1_L0$2: int;
  var SYNCED_1_L1$1: int;
  var SYNCED_1_L1$2: int;
  var SYNCED_2_L0$1: int;
  var SYNCED_2_L0$2: int;
  var SYNCED_2_L1$1: int;
  var SYNCED_2_L1$2: int;
  var else_7$1:      bool;
  var else_7$2:      bool;
  var i$1:           int;
  var i$2:           int;
  var i_1$1:         int;
  var i_1$2:         int;
  var i_1_start_6$1: int;
  var i_1_start_6$2: int;
  var i_start_6$1:   int;
  var i_start_6$2:   int;
  var if_7$1:        bool;
  var if_7$2:        bool;
  var lane$1:        int;
  var lane$2:        int;
  var loop_15$1:     bool;
  var loop_15$2:     bool;
  var loop_8$1:      bool;
  var loop_8$2:      bool;

  // 01_single_buffer_ok.cu:6: int lane = threadIdx.x % 32;
  lane$1 := local_id_x$1 mod 32;
  lane$2 := local_id_x$2 mod 32;
  // 01_single_buffer_ok.cu:7: if (threadIdx.x < 32) {
  if_7$1 := local_id_x$1 < 32;
  if_7$2 := local_id_x$2 < 32;
  else_7$1 := !if_7$1;
  else_7$2 := !if_7$2;
  // 01_single_buffer_ok.cu:8: for (int i = 0; i < n; ++i) {
  i$1 := (if if_7$1 then 0 else i$1);
  i$2 := (if if_7$2 then 0 else i$2);
  loop_8$1 := if_7$1 && i$1 < n;
  loop_8$2 := if_7$2 && i$2 < n;
  i_start_6$1 := i$1;
  i_start_6$2 := i$2;
  ITER_L0$1 := 0;
  GEN_1_L0$1 := GEN_1$1;
  SYNCED_1_L0$1 := SYNCED_1$1;
  GEN_2_L0$1 := GEN_2$1;
  SYNCED_2_L0$1 := SYNCED_2$1;
  ITER_L0$2 := 0;
  GEN_1_L0$2 := GEN_1$2;
  SYNCED_1_L0$2 := SYNCED_1$2;
  GEN_2_L0$2 := GEN_2$2;
  SYNCED_2_L0$2 := SYNCED_2$2;
  while (loop_8$1 || loop_8$2)
    invariant {:tag "predicate-guard"} _b255 ==> (loop_8$1 ==> i$1 < n) && (loop_8$2 ==> i$2 < n);
    invariant {:tag "predicate-guard"} _b256 ==> (loop_8$1 ==> if_7$1) && (loop_8$2 ==> if_7$2);
    invariant {:tag "counter-bound"} _b257 ==> i_start_6$1 <= i$1 && i_start_6$2 <= i$2;
    invariant {:tag "counter-guard"}
        _b258 ==> (i$1 == i_start_6$1 || i$1 <= n) && (i$2 == i_start_6$2 || i$2 <= n);
    invariant {:tag "generation"}
        _b259 ==> loop_8$1 == (if_7$1 && i$1 < n) && loop_8$2 == (if_7$2 && i$2 < n);
    invariant {:tag "generation"} _b260 ==> 0 <= ITER_L0$1 && 0 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b261 ==> i$1 == i_start_6$1 + ITER_L0$1 && i$2 == i_start_6$2 + ITER_L0$2;
    invariant {:tag "generation"}
        _b262 ==>
        (local_id_x$1 <= 31 ==> GEN_1$1 == GEN_1_L0$1 + ITER_L0$1) &&
          (local_id_x$2 <= 31 ==> GEN_1$2 == GEN_1_L0$2 + ITER_L0$2);
    invariant {:tag "generation"}
        _b263 ==>
        (local_id_x$1 <= 31 ==> SYNCED_1$1 == SYNCED_1_L0$1) &&
          (local_id_x$2 <= 31 ==> SYNCED_1$2 == SYNCED_1_L0$2);
    invariant {:tag "generation"}
        _b264 ==>
        (local_id_x$1 <= 31 ==> GEN_2$1 == GEN_2_L0$1 + ITER_L0$1) &&
          (local_id_x$2 <= 31 ==> GEN_2$2 == GEN_2_L0$2 + ITER_L0$2);
    invariant {:tag "generation"}
        _b265 ==>
        (local_id_x$1 <= 31 ==> SYNCED_2$1 == SYNCED_2_L0$1 + ITER_L0$1) &&
          (local_id_x$2 <= 31 ==> SYNCED_2$2 == SYNCED_2_L0$2 + ITER_L0$2);
    invariant {:tag "generation"}
        _b266 ==>
        (32 <= local_id_x$1 ==> GEN_1$1 == GEN_1_L0$1) &&
          (32 <= local_id_x$2 ==> GEN_1$2 == GEN_1_L0$2);
    invariant {:tag "generation"}
        _b267 ==>
        (32 <= local_id_x$1 ==> SYNCED_1$1 == SYNCED_1_L0$1) &&
          (32 <= local_id_x$2 ==> SYNCED_1$2 == SYNCED_1_L0$2);
    invariant {:tag "generation"}
        _b268 ==>
        (32 <= local_id_x$1 ==> GEN_2$1 == GEN_2_L0$1) &&
          (32 <= local_id_x$2 ==> GEN_2$2 == GEN_2_L0$2);
    invariant {:tag "generation"}
        _b269 ==>
        (32 <= local_id_x$1 ==> SYNCED_2$1 == SYNCED_2_L0$1) &&
          (32 <= local_id_x$2 ==> SYNCED_2$2 == SYNCED_2_L0$2);
  {
    ITER_L0$1 := (if loop_8$1 then ITER_L0$1 + 1 else ITER_L0$1);
    ITER_L0$2 := (if loop_8$2 then ITER_L0$2 + 1 else ITER_L0$2);
    // 01_single_buffer_ok.cu:9: asm volatile("bar.sync 2, 64;" ::: "memory");
    call SYNC_2(loop_8$1, loop_8$2);
    // 01_single_buffer_ok.cu:10: buf[lane] = in[i * 32 + lane];
    // 01_single_buffer_ok.cu:11: asm volatile("bar.arrive 1, 64;" ::: "memory");
    call ARRIVE_1(loop_8$1, loop_8$2);
    // 01_single_buffer_ok.cu:8: for (int i = 0; i < n; ++i) {
    i$1 := (if loop_8$1 then i$1 + 1 else i$1);
    i$2 := (if loop_8$2 then i$2 + 1 else i$2);
    loop_8$1 := loop_8$1 && i$1 < n;
    loop_8$2 := loop_8$2 && i$2 < n;
  }
  // 01_single_buffer_ok.cu:14: asm volatile("bar.arrive 2, 64;" ::: "memory");
  call ARRIVE_2(else_7$1, else_7$2);
  // 01_single_buffer_ok.cu:15: for (int i = 0; i < n; ++i) {
  i_1$1 := (if else_7$1 then 0 else i_1$1);
  i_1$2 := (if else_7$2 then 0 else i_1$2);
  loop_15$1 := else_7$1 && i_1$1 < n;
  loop_15$2 := else_7$2 && i_1$2 < n;
  i_1_start_6$1 := i_1$1;
  i_1_start_6$2 := i_1$2;
  ITER_L1$1 := 0;
  GEN_1_L1$1 := GEN_1$1;
  SYNCED_1_L1$1 := SYNCED_1$1;
  GEN_2_L1$1 := GEN_2$1;
  SYNCED_2_L1$1 := SYNCED_2$1;
  ITER_L1$2 := 0;
  GEN_1_L1$2 := GEN_1$2;
  SYNCED_1_L1$2 := SYNCED_1$2;
  GEN_2_L1$2 := GEN_2$2;
  SYNCED_2_L1$2 := SYNCED_2$2;
  while (loop_15$1 || loop_15$2)
    invariant {:tag "predicate-guard"}
        _b270 ==> (loop_15$1 ==> i_1$1 < n) && (loop_15$2 ==> i_1$2 < n);
    invariant {:tag "predicate-guard"}
        _b271 ==> (loop_15$1 ==> else_7$1) && (loop_15$2 ==> else_7$2);
    invariant {:tag "counter-bound"} _b272 ==> i_1_start_6$1 <= i_1$1 && i_1_start_6$2 <= i_1$2;
    invariant {:tag "counter-guard"}
        _b273 ==> (i_1$1 == i_1_start_6$1 || i_1$1 <= n) && (i_1$2 == i_1_start_6$2 || i_1$2 <= n);
    invariant {:tag "generation"}
        _b274 ==> loop_15$1 == (else_7$1 && i_1$1 < n) && loop_15$2 == (else_7$2 && i_1$2 < n);
    invariant {:tag "generation"} _b275 ==> 0 <= ITER_L1$1 && 0 <= ITER_L1$2;
    invariant {:tag "generation"}
        _b276 ==> i_1$1 == i_1_start_6$1 + ITER_L1$1 && i_1$2 == i_1_start_6$2 + ITER_L1$2;
    invariant {:tag "generation"}
        _b277 ==>
        (local_id_x$1 <= 31 ==> GEN_1$1 == GEN_1_L1$1) &&
          (local_id_x$2 <= 31 ==> GEN_1$2 == GEN_1_L1$2);
    invariant {:tag "generation"}
        _b278 ==>
        (local_id_x$1 <= 31 ==> SYNCED_1$1 == SYNCED_1_L1$1) &&
          (local_id_x$2 <= 31 ==> SYNCED_1$2 == SYNCED_1_L1$2);
    invariant {:tag "generation"}
        _b279 ==>
        (local_id_x$1 <= 31 ==> GEN_2$1 == GEN_2_L1$1) &&
          (local_id_x$2 <= 31 ==> GEN_2$2 == GEN_2_L1$2);
    invariant {:tag "generation"}
        _b280 ==>
        (local_id_x$1 <= 31 ==> SYNCED_2$1 == SYNCED_2_L1$1) &&
          (local_id_x$2 <= 31 ==> SYNCED_2$2 == SYNCED_2_L1$2);
    invariant {:tag "generation"}
        _b281 ==>
        (32 <= local_id_x$1 ==> GEN_1$1 == GEN_1_L1$1 + ITER_L1$1) &&
          (32 <= local_id_x$2 ==> GEN_1$2 == GEN_1_L1$2 + ITER_L1$2);
    invariant {:tag "generation"}
        _b282 ==>
        (32 <= local_id_x$1 ==> SYNCED_1$1 == SYNCED_1_L1$1 + ITER_L1$1) &&
          (32 <= local_id_x$2 ==> SYNCED_1$2 == SYNCED_1_L1$2 + ITER_L1$2);
    invariant {:tag "generation"}
        _b283 ==>
        (32 <= local_id_x$1 ==> GEN_2$1 == GEN_2_L1$1 + ITER_L1$1) &&
          (32 <= local_id_x$2 ==> GEN_2$2 == GEN_2_L1$2 + ITER_L1$2);
    invariant {:tag "generation"}
        _b284 ==>
        (32 <= local_id_x$1 ==> SYNCED_2$1 == SYNCED_2_L1$1) &&
          (32 <= local_id_x$2 ==> SYNCED_2$2 == SYNCED_2_L1$2);
  {
    ITER_L1$1 := (if loop_15$1 then ITER_L1$1 + 1 else ITER_L1$1);
    ITER_L1$2 := (if loop_15$2 then ITER_L1$2 + 1 else ITER_L1$2);
    // 01_single_buffer_ok.cu:16: asm volatile("bar.sync 1, 64;" ::: "memory");
    call SYNC_1(loop_15$1, loop_15$2);
    // 01_single_buffer_ok.cu:17: out[i * 32 + lane] = buf[31 - lane];
    // 01_single_buffer_ok.cu:18: asm volatile("bar.arrive 2, 64;" ::: "memory");
    call ARRIVE_2(loop_15$1, loop_15$2);
    // 01_single_buffer_ok.cu:15: for (int i = 0; i < n; ++i) {
    i_1$1 := (if loop_15$1 then i_1$1 + 1 else i_1$1);
    i_1$2 := (if loop_15$2 then i_1$2 + 1 else i_1$2);
    loop_15$1 := loop_15$1 && i_1$1 < n;
    loop_15$2 := loop_15$2 && i_1$2 < n;
  }
  // 01_single_buffer_ok.cu:4: __global__ void k(const int *in, int *out, int n) {
  assert SYNCED_1$1 < GEN_1$2 + 1;
  assert SYNCED_2$1 < GEN_2$2 + 1;
}

// A thread waits for generations in the order of their ranks.
procedure k$order()
  requires local_id_x$1 != local_id_x$2;
  requires GEN_1$1 == 0 && SYNCED_1$1 == 0;
  requires GEN_1$2 == 0 && SYNCED_1$2 == 0;
  requires GEN_2$1 == 0 && SYNCED_2$1 == 0;
  requires GEN_2$2 == 0 && SYNCED_2$2 == 0;
  requires RANK$1 == 0;
  modifies GEN_1$1, GEN_1$2, SYNCED_1$1, SYNCED_1$2, GEN_2$1, GEN_2$2, SYNCED_2$1, SYNCED_2$2,
      RANK$1;
{
  var GEN_1_L0$1:    int;
  var GEN_1_L0$2:    int;
  var GEN_1_L1$1:    int;
  var GEN_1_L1$2:    int;
  var GEN_2_L0$1:    int;
  var GEN_2_L0$2:    int;
  var GEN_2_L1$1:    int;
  var GEN_2_L1$2:    int;
  var ITER_L0$1:     int;
  var ITER_L0$2:     int;
  var ITER_L1$1:     int;
  var ITER_L1$2:     int;
  var RANK_L0$1:     int;
  var RANK_L1$1:     int;
  var else_7$1:      bool;
  var else_7$2:      bool;
  var i$1:           int;
  var i$2:           int;
  var i_1$1:         int;
  var i_1$2:         int;
  var i_1_start_7$1: int;
  var i_1_start_7$2: int;
  var i_start_7$1:   int;
  var i_start_7$2:   int;
  var if_7$1:        bool;
  var if_7$2:        bool;
  var lane$1:        int;
  var lane$2:        int;
  var loop_15$1:     bool;
  var loop_15$2:     bool;
  var loop_8$1:      bool;
  var loop_8$2:      bool;

  // 01_single_buffer_ok.cu:6: int lane = threadIdx.x % 32;
  lane$1 := local_id_x$1 mod 32;
  lane$2 := local_id_x$2 mod 32;
  // 01_single_buffer_ok.cu:7: if (threadIdx.x < 32) {
  if_7$1 := local_id_x$1 < 32;
  if_7$2 := local_id_x$2 < 32;
  else_7$1 := !if_7$1;
  else_7$2 := !if_7$2;
  // 01_single_buffer_ok.cu:8: for (int i = 0; i < n; ++i) {
  i$1 := (if if_7$1 then 0 else i$1);
  i$2 := (if if_7$2 then 0 else i$2);
  loop_8$1 := if_7$1 && i$1 < n;
  loop_8$2 := if_7$2 && i$2 < n;
  i_start_7$1 := i$1;
  i_start_7$2 := i$2;
  ITER_L0$1 := 0;
  GEN_1_L0$1 := GEN_1$1;
  GEN_2_L0$1 := GEN_2$1;
  RANK_L0$1 := RANK$1;
  ITER_L0$2 := 0;
  GEN_1_L0$2 := GEN_1$2;
  GEN_2_L0$2 := GEN_2$2;
  while (loop_8$1 || loop_8$2)
    invariant {:tag "predicate-guard"} _b285 ==> (loop_8$1 ==> i$1 < n) && (loop_8$2 ==> i$2 < n);
    invariant {:tag "predicate-guard"} _b286 ==> (loop_8$1 ==> if_7$1) && (loop_8$2 ==> if_7$2);
    invariant {:tag "counter-bound"} _b287 ==> i_start_7$1 <= i$1 && i_start_7$2 <= i$2;
    invariant {:tag "counter-guard"}
        _b288 ==> (i$1 == i_start_7$1 || i$1 <= n) && (i$2 == i_start_7$2 || i$2 <= n);
    invariant {:tag "generation"}
        _b289 ==> loop_8$1 == (if_7$1 && i$1 < n) && loop_8$2 == (if_7$2 && i$2 < n);
    invariant {:tag "generation"} _b290 ==> 0 <= ITER_L0$1 && 0 <= ITER_L0$2;
    invariant {:tag "generation"}
        _b291 ==> i$1 == i_start_7$1 + ITER_L0$1 && i$2 == i_start_7$2 + ITER_L0$2;
    invariant {:tag "generation"}
        _b292 ==>
        (local_id_x$1 <= 31 ==> GEN_1$1 == GEN_1_L0$1 + ITER_L0$1) &&
          (local_id_x$2 <= 31 ==> GEN_1$2 == GEN_1_L0$2 + ITER_L0$2);
    invariant {:tag "generation"}
        _b293 ==>
        (local_id_x$1 <= 31 ==> GEN_2$1 == GEN_2_L0$1 + ITER_L0$1) &&
          (local_id_x$2 <= 31 ==> GEN_2$2 == GEN_2_L0$2 + ITER_L0$2);
    invariant {:tag "generation"}
        _b294 ==> local_id_x$1 <= 31 ==> RANK$1 == RANK_L0$1 + 2 * ITER_L0$1;
    invariant {:tag "generation"}
        _b295 ==>
        (32 <= local_id_x$1 ==> GEN_1$1 == GEN_1_L0$1) &&
          (32 <= local_id_x$2 ==> GEN_1$2 == GEN_1_L0$2);
    invariant {:tag "generation"}
        _b296 ==>
        (32 <= local_id_x$1 ==> GEN_2$1 == GEN_2_L0$1) &&
          (32 <= local_id_x$2 ==> GEN_2$2 == GEN_2_L0$2);
    invariant {:tag "generation"} _b297 ==> 32 <= local_id_x$1 ==> RANK$1 == RANK_L0$1;
  {
    ITER_L0$1 := (if loop_8$1 then ITER_L0$1 + 1 else ITER_L0$1);
    ITER_L0$2 := (if loop_8$2 then ITER_L0$2 + 1 else ITER_L0$2);
    // 01_single_buffer_ok.cu:9: asm volatile("bar.sync 2, 64;" ::: "memory");
    assert loop_8$1 ==> RANK$1 < 2 * (GEN_2$1 + 1);
    RANK$1 := (if loop_8$1 then 2 * (GEN_2$1 + 1) else RANK$1);
    call SYNC_2(loop_8$1, loop_8$2);
    // 01_single_buffer_ok.cu:10: buf[lane] = in[i * 32 + lane];
    // 01_single_buffer_ok.cu:11: asm volatile("bar.arrive 1, 64;" ::: "memory");
    assert loop_8$1 ==> RANK$1 < 2 * (GEN_1$1 + 1) + 1;
    call ARRIVE_1(loop_8$1, loop_8$2);
    // 01_single_buffer_ok.cu:8: for (int i = 0; i < n; ++i) {
    i$1 := (if loop_8$1 then i$1 + 1 else i$1);
    i$2 := (if loop_8$2 then i$2 + 1 else i$2);
    loop_8$1 := loop_8$1 && i$1 < n;
    loop_8$2 := loop_8$2 && i$2 < n;
  }
  // 01_single_buffer_ok.cu:14: asm volatile("bar.arrive 2, 64;" ::: "memory");
  assert else_7$1 ==> RANK$1 < 2 * (GEN_2$1 + 1);
  call ARRIVE_2(else_7$1, else_7$2);
  // 01_single_buffer_ok.cu:15: for (int i = 0; i < n; ++i) {
  i_1$1 := (if else_7$1 then 0 else i_1$1);
  i_1$2 := (if else_7$2 then 0 else i_1$2);
  loop_15$1 := else_7$1 && i_1$1 < n;
  loop_15$2 := else_7$2 && i_1$2 < n;
  i_1_start_7$1 := i_1$1;
  i_1_start_7$2 := i_1$2;
  ITER_L1$1 := 0;
  GEN_1_L1$1 := GEN_1$1;
  GEN_2_L1$1 := GEN_2$1;
  RANK_L1$1 := RANK$1;
  ITER_L1$2 := 0;
  GEN_1_L1$2 := GEN_1$2;
  GEN_2_L1$2 := GEN_2$2;
  while (loop_15$1 || loop_15$2)
    invariant {:tag "predicate-guard"}
        _b298 ==> (loop_15$1 ==> i_1$1 < n) && (loop_15$2 ==> i_1$2 < n);
    invariant {:tag "predicate-guard"}
        _b299 ==> (loop_15$1 ==> else_7$1) && (loop_15$2 ==> else_7$2);
    invariant {:tag "counter-bound"} _b300 ==> i_1_start_7$1 <= i_1$1 && i_1_start_7$2 <= i_1$2;
    invariant {:tag "counter-guard"}
        _b301 ==> (i_1$1 == i_1_start_7$1 || i_1$1 <= n) && (i_1$2 == i_1_start_7$2 || i_1$2 <= n);
    invariant {:tag "generation"}
        _b302 ==> loop_15$1 == (else_7$1 && i_1$1 < n) && loop_15$2 == (else_7$2 && i_1$2 < n);
    invariant {:tag "generation"} _b303 ==> 0 <= ITER_L1$1 && 0 <= ITER_L1$2;
    invariant {:tag "generation"}
        _b304 ==> i_1$1 == i_1_start_7$1 + ITER_L1$1 && i_1$2 == i_1_start_7$2 + ITER_L1$2;
    invariant {:tag "generation"}
        _b305 ==>
        (local_id_x$1 <= 31 ==> GEN_1$1 == GEN_1_L1$1) &&
          (local_id_x$2 <= 31 ==> GEN_1$2 == GEN_1_L1$2);
    invariant {:tag "generation"}
        _b306 ==>
        (local_id_x$1 <= 31 ==> GEN_2$1 == GEN_2_L1$1) &&
          (local_id_x$2 <= 31 ==> GEN_2$2 == GEN_2_L1$2);
    invariant {:tag "generation"} _b307 ==> local_id_x$1 <= 31 ==> RANK$1 == RANK_L1$1;
    invariant {:tag "generation"}
        _b308 ==>
        (32 <= local_id_x$1 ==> GEN_1$1 == GEN_1_L1$1 + ITER_L1$1) &&
          (32 <= local_id_x$2 ==> GEN_1$2 == GEN_1_L1$2 + ITER_L1$2);
    invariant {:tag "generation"}
        _b309 ==>
        (32 <= local_id_x$1 ==> GEN_2$1 == GEN_2_L1$1 + ITER_L1$1) &&
          (32 <= local_id_x$2 ==> GEN_2$2 == GEN_2_L1$2 + ITER_L1$2);
    invariant {:tag "generation"} _b310 ==> 32 <= local_id_x$1 ==> RANK$1 <= 2 * ITER_L1$1 + 1;
  {
    ITER_L1$1 := (if loop_15$1 then ITER_L1$1 + 1 else ITER_L1$1);
    ITER_L1$2 := (if loop_15$2 then ITER_L1$2 + 1 else ITER_L1$2);
    // 01_single_buffer_ok.cu:16: asm volatile("bar.sync 1, 64;" ::: "memory");
    assert loop_15$1 ==> RANK$1 < 2 * (GEN_1$1 + 1) + 1;
    RANK$1 := (if loop_15$1 then 2 * (GEN_1$1 + 1) + 1 else RANK$1);
    call SYNC_1(loop_15$1, loop_15$2);
    // 01_single_buffer_ok.cu:17: out[i * 32 + lane] = buf[31 - lane];
    // 01_single_buffer_ok.cu:18: asm volatile("bar.arrive 2, 64;" ::: "memory");
    assert loop_15$1 ==> RANK$1 < 2 * (GEN_2$1 + 1);
    call ARRIVE_2(loop_15$1, loop_15$2);
    // 01_single_buffer_ok.cu:15: for (int i = 0; i < n; ++i) {
    i_1$1 := (if loop_15$1 then i_1$1 + 1 else i_1$1);
    i_1$2 := (if loop_15$2 then i_1$2 + 1 else i_1$2);
    loop_15$1 := loop_15$1 && i_1$1 < n;
    loop_15$2 := loop_15$2 && i_1$2 < n;
  }
  // 01_single_buffer_ok.cu:4: __global__ void k(const int *in, int *out, int n) {
}
