package key

import (
	"fmt"
	"slices"
	"strings"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// Names of variables in a captured state. thread is 1 or 2, dim 0 to 2.

// ThreadName is the constant for threadIdx; absent where the block has only one
// thread in that dimension.
func ThreadName(dim, thread int) string { return dimName("local_id_", dim) + Suffix(thread) }

// BlockName is the constant for blockIdx in the procedure for pair: the same for
// both threads of a block.
func BlockName(pair fact.Pair, dim, thread int) string {
	if pair == fact.SameBlock {
		return dimName("group_id_", dim)
	}
	return dimName("group_id_", dim) + Suffix(thread)
}

// BlockDimName and GridDimName are the constants of an open launch.
func BlockDimName(dim int) string { return dimName("group_size_", dim) }

// GridDimName is the number of blocks in a dimension.
func GridDimName(dim int) string { return dimName("num_groups_", dim) }

// OffsetName is the logged offset of an access of that kind to the array.
func OffsetName(k AccessKind, array string) string { return LogPrefix(k) + "_OFFSET_" + array }

// SourceName is the Site.ID of the logged access.
func SourceName(k AccessKind, array string) string { return LogPrefix(k) + "_SOURCE_" + array }

// ValueName is the logged value of a write.
func ValueName(array string) string { return LogPrefix(Write) + "_VALUE_" + array }

// OccurredName says whether an access of that kind is logged.
func OccurredName(k AccessKind, array string) string { return LogPrefix(k) + "_HAS_OCCURRED_" + array }

// ParamName is the constant of a scalar parameter.
func ParamName(v *kernel.Var) string { return GlobalIdent(v.Name) }

// LogPrefix begins the names of the log of accesses of that kind.
func LogPrefix(k AccessKind) string { return [...]string{"READ", "WRITE", "ATOMIC"}[k] }

func dimName(prefix string, dim int) string { return prefix + string("xyz"[dim]) }

// Suffix ends the names of variables of a thread; 0 is for what both share.
func Suffix(thread int) string { return [...]string{"", "$1", "$2"}[thread] }

// AccessKinds are the kinds in the order they are declared.
var AccessKinds = []AccessKind{Read, Write, AtomicAccess}

// Names of the state of the generation encoding. thread is 1 or 2.

// GenName counts the registrations of a thread on a barrier.
func GenName(barrier, thread int) string { return fmt.Sprintf("GEN_%d%s", barrier, Suffix(thread)) }

// SyncedName is the generation that the thread's last sync on a barrier waited for.
func SyncedName(barrier, thread int) string {
	return fmt.Sprintf("SYNCED_%d%s", barrier, Suffix(thread))
}

// RankName is the rank of the last generation that thread 1 waited for.
const RankName = "RANK$1"

// StageName is the stage of that rank, where ranks have stages.
const StageName = "STAGE$1"

// LoggedName says whether a thread has logged something.
func LoggedName(log string, thread int) string { return "LOGGED_" + log + Suffix(thread) }

// LogField is what a thread has logged: OFFSET, KIND, SOURCE, ITER, GEN.
func LogField(field, log string, thread int) string { return field + "_" + log + Suffix(thread) }

// RelName is the first generation of a barrier that the thread registers on after
// what it has logged.
func RelName(barrier int, log string, thread int) string {
	return fmt.Sprintf("REL_%d_%s%s", barrier, log, Suffix(thread))
}

// AcqName is the last generation of a barrier that the thread had waited for when it
// logged.
func AcqName(barrier int, log string, thread int) string {
	return fmt.Sprintf("ACQ_%d_%s%s", barrier, log, Suffix(thread))
}

// formals are what LOG and CHECK call their parameters and locals.
var formals = []string{"P", "offset", "source", "value", "track", "element", "generation", "iter"}

// stateNames are the beginnings of the names of the state that is added.
var stateNames = []string{"local_id_", "group_id_", "group_size_", "num_groups_",
	"READ_", "WRITE_", "ATOMIC_", "TAKEN_", "GEN_", "SYNCED_", "REL_", "ACQ_", "LOGGED_", "AT_", "SOURCE_",
	"ITER_", "ROUND_", "STEP_", "RANK"}

// GlobalIdent is the Boogie identifier for a name of the kernel that is declared
// outside of procedures: their parameters must not hide it.
func GlobalIdent(name string) string {
	if slices.Contains(formals, name) {
		return "v_" + name
	}
	return LocalIdent(name)
}

// LocalIdent is the Boogie identifier for a name of the kernel: not one of the
// state that the translation adds.
func LocalIdent(name string) string {
	if slices.ContainsFunc(stateNames, func(s string) bool { return strings.HasPrefix(name, s) }) {
		return "v_" + name
	}
	return boogie.Ident(name)
}
