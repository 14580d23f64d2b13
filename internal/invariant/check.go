package invariant

import "fmt"

// Check panics with a sentence unless something holds, with the build tag or without.
func Check(holds bool, format string, args ...any) {
	if !holds {
		panic(fmt.Sprintf(format, args...))
	}
}

// CheckOf is Check for a sentence about a row or a slot. It makes no value of type any where all is
// well.
func CheckOf[N ~int | ~uint32](holds bool, format string, n N) {
	if !holds {
		panic(fmt.Sprintf(format, n))
	}
}
