package lower
import ("testing";"os";"fmt";"gv2/frontend/kernel")
func TestZZPrint(t *testing.T) {
	f := os.Getenv("PRINT"); if f == "" { t.Skip() }
	b, _ := os.ReadFile(f)
	ks, d := lowerText(t, string(b), block64())
	fmt.Println(d.String())
	for _, k := range ks { fmt.Println(kernel.Print(k)) }
}
