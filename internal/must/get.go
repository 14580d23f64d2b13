// Package must is for tests. It makes a panic of the error of a call that has to succeed.
package must

// Get returns x. It panics with an error that is not nil.
func Get[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}
