package lower

import (
	"fmt"
	"testing"

	"gv2/frontend/cuda"
	"gv2/frontend/source"
	"gv2/testdata/generate"
)

// BenchmarkStraightLine shows that lowering takes linear time: compare ns/line.
func BenchmarkStraightLine(b *testing.B) {
	for _, lines := range []int{5000, 10000, 20000} {
		b.Run(fmt.Sprint(lines), func(b *testing.B) {
			res := source.Preprocess("k.cu", []byte(generate.StraightLine(lines)), source.Options{})
			file, _ := cuda.Parse(res.Tokens)
			fn := kernelsOf(file)[0]
			b.ReportAllocs()
			for b.Loop() {
				if k, diags := Lower(file, fn, block64()); k == nil {
					b.Fatal(diags.String())
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*lines), "ns/line")
		})
	}
}
