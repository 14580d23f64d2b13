package long

// Pick returns all with the build tag long, and sample without it.
func Pick[T any](sample, all T) T {
	if Enabled {
		return all
	}
	return sample
}
