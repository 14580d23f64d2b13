package statefile

// History says how the format has changed. A field is named by its path, such as "bodies/Motion.SleepTime"; so is a
// column, such as "bodies/Motion", and a part.
type History struct {
	// Added holds the version in which a field came. In older files it is missing, and zero.
	Added map[string]uint32
	// Removed holds the version from which on a field is no more. In older files it is skipped.
	Removed map[string]uint32
}

// added reports whether a field may be missing in files of a version.
func (h *History) added(field string, version uint32) bool { return version < h.Added[field] }

// removed reports whether a field that is not known may stand in files of a version.
func (h *History) removed(field string, version uint32) bool { return version < h.Removed[field] }
