package phases_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/predicate/phases"
)

// TestAttended: each change of a kernel that counts its threads takes from what is known of the count, or of the last thread.
func TestAttended(t *testing.T) {
	const lanes, left = "if (t % 32 == __ffs(lanes) - 1) ", "if (t % 32 == __ffs(left) - 1) {"
	for _, c := range []struct {
		name         string
		change       []string
		count, known bool // whether the threads count themselves alone, and what they read is known
		ends         bool
	}{
		{"as it is", nil, false, true, true},
		{"the last lane counts", []string{lanes, "if (t % 32 == 31 - __clz(lanes)) "}, false, true, true},
		{"each thread counts itself", []string{lanes + "atomicAdd_block(&count, __popc(lanes))", "atomicAdd_block(&count, 1)"}, false, true, true},
		{"each thread leaves by itself", []string{left, "{", "-__popc(left)", "-1", "== __popc(left)", "== 1"}, false, true, true},
		{"some threads do not leave", []string{left, "if (t % 32 == __ffs(left) - 1 && t < n) {"}, true, true, false}, // harmless, but not read
		{"one lane counts, whoever came", []string{lanes, "if (t % 32 == 0) "}, true, false, false},
		{"the second lane counts", []string{lanes, "if (t % 32 == __ffs(lanes)) "}, true, false, false},
		{"lanes of another word", []string{"(unsigned long long)1);\n    if", "(unsigned long long)t);\n    if"}, true, false, false},
		{"one too many", []string{"__popc(lanes))", "__popc(lanes) + 1)"}, true, false, false},
		{"not all of them go on", []string{lanes, "if (in[t]) " + lanes}, true, false, false},
		{"nobody sets the count", []string{"if (t == 0) atomicExch_block(&count, 0);", ""}, true, false, false},
		{"two threads set the count", []string{"if (t == 0) atomicExch_block(&count, 0);", "if (t < 2) atomicExch_block(&count, t);"}, true, false, false},
		{"counting before it is set", []string{"&count, 0);\n  __syncthreads();", "&count, 0);"}, true, false, false},
		{"reading before all have counted", []string{"lanes));\n  }\n  __syncthreads();", "lanes));\n  }"}, true, false, false},
		{"who counts depends on the input", []string{"if (t >= 64) {\n    unsigned", "if (t >= n) {\n    unsigned"}, true, false, false},
		{"somebody writes to the word", []string{"if (t >= 64) {\n    unsigned", "if (t == 5) count = 7;\n  if (t >= 64) {\n    unsigned"}, true, false, false},
		{"fewer are left than there are", []string{"&count, 96)", "&count, 64)"}, true, true, false},
		{"nobody sees what others did", []string{"    __threadfence_block();\n    int", "    int"}, true, true, false},
		{"the last one does not see it", []string{"    __threadfence_block();\n    if", "    if"}, true, true, false},
		{"several lanes leave for one", []string{left, "if (t % 32 <= __ffs(left) - 1) {"}, true, true, false},
		{"a thread leaves twice", []string{"out[t] = sum;", "out[t] = sum;\n  atomicAdd_block(&count, -1);"}, true, true, false},
		{"the word is used as a number", []string{"sum += ring", "sum += atomicAdd_block(&count, 0) + ring"}, true, true, false},
		{"not the last one", []string{"before == __popc(left)", "before <= __popc(left)"}, true, true, false},
		{"one thread of the lanes leaves", []string{"-__popc(left)", "-1"}, true, true, false},
		{"something else at the end", []string{"INVAL(&full[i]);", "INVAL(&full[i]);\n        out[i] = 0;"}, true, true, false},
		{"something behind the end", []string{"      }\n  }\n}", "      }\n  }\n  out[t] = 1;\n}"}, true, true, false},
	} {
		k := lowered(t, "state_counted_n_ok.cu", c.change...)
		text := kernel.Print(phases.Attended(k))
		assert.Equal(t, c.known, strings.Contains(text, "t_5 = 32;"), "%s: the count is known\n%s", c.name, text)
		assert.Equal(t, c.ends, !strings.Contains(text, "phase.invalidate"), "%s: the last thread ends it\n%s", c.name, text)
		assert.Equal(t, c.ends, strings.Contains(text, "is over when the last thread invalidates them"), c.name)
		assert.Equal(t, c.count, strings.Contains(text, "&count[0]"), "%s: the word is needed\n%s", c.name, text)
	}
}
