package host_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/source"
)

var namesUnknown = strings.Fields(`alias_in_class alias_local_of_global base_const base_hides def_cls_fwd def_fwd enum_class_member dep_base_not_looked enum_local lambda_tmpl
	member_alias_inst nested_class_hides ns_reopen outofline_base outofline_enum pack_each pack_fold packs_count spec_alias static_member_outside struct_local
	struct_local_hides_alias using_alias_of_tmpl_class using_decl using_dir using_dir_ns
	auto_function_param auto_lambda auto_lambda_nested auto_member auto_structured ctad_aggregate ctad_alias_template ctad_array_reference
	ctad_call_overloaded ctad_derived ctad_guide ctad_guide_aggregate ctad_guide_number ctad_guide_template ctad_in_lambda ctad_overloads ctad_pack ctad_several
	template_template`)

// TestNamesInTemplateArguments: the instances that files launch are those that g++ makes, which the first line of each has,
// as far as they are known: names of blocks, classes, bases and namespaces, aliases of templates, constants with their types.
// What is not known is an instance that cannot be lowered, or one with a note that says what is assumed.
func TestNamesInTemplateArguments(t *testing.T) {
	files, err := filepath.Glob("testdata/names/*.cu")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".cu")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			first, _, _ := strings.Cut(string(text), "\n")
			want := strings.Split(strings.TrimPrefix(first, "// "), "; ")
			var got []string
			unknown := false
			for _, fn := range kernelsOf(string(text), source.Options{}) {
				if !knownInstance.MatchString(fn.Name) || fn.Use != nil && len(fn.Use.Notes) > 0 {
					unknown = true
				} else {
					got = append(got, fn.Name)
				}
			}
			assert.Subset(t, want, got)
			if !unknown {
				assert.ElementsMatch(t, want, got)
			}
			assert.Equal(t, slices.Contains(namesUnknown, name), unknown, "%s", got)
		})
	}
}

// knownInstance is the name of an instance of which all arguments are known; others are spelt without blanks.
var knownInstance = regexp.MustCompile(`^k<.*, -?\d+>$`)

// TestNamesAreThoseOfTheCompiler: g++ makes the instances that the first lines of testdata/names say.
func TestNamesAreThoseOfTheCompiler(t *testing.T) {
	gxx, err := exec.LookPath("g++")
	if err != nil || os.Getenv("DIFFERENTIAL") == "" {
		t.Skip("set DIFFERENTIAL, with g++")
	}
	files, _ := filepath.Glob("testdata/names/*.cu")
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		lines := strings.SplitN(string(text), "\n", 3)
		program := "#include <cstdio>\ntemplate <class T, int N = 0> void k(int *) { puts(__PRETTY_FUNCTION__); }\n" +
			regexp.MustCompile(`<<<1, ?1>>>`).ReplaceAllString(lines[2], "") + "\nint main() { int x; f(&x); }\n"
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "a.cc"), []byte(program), 0o600))
		out, err := exec.Command(gxx, "-std=c++20", "-w", "-o", filepath.Join(dir, "a"), filepath.Join(dir, "a.cc")).CombinedOutput()
		require.NoError(t, err, "%s: %s", file, out)
		printed, err := exec.Command(filepath.Join(dir, "a")).Output()
		require.NoError(t, err)
		var want []string
		for _, m := range regexp.MustCompile(`T = (.*); int N = (-?\d+)\]`).FindAllStringSubmatch(string(printed), -1) {
			of := strings.NewReplacer("short int", "short", "long long unsigned int", "unsigned long long", "long unsigned int", "unsigned long", "long int", "long", "f(int*)::", "", "*", " *").Replace(m[1])
			if x := "k<" + of + ", " + m[2] + ">"; !slices.Contains(want, x) {
				want = append(want, x)
			}
		}
		assert.ElementsMatch(t, want, strings.Split(strings.TrimPrefix(lines[0], "// "), "; "), file)
	}
}
