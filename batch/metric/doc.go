// Package metric measures runs: it takes a reading per tick, and reduces all readings to one number
// at the end.
package metric
