package must

// Get returns x. It panics with an error that is not nil.
func Get[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}
