// Package metric measures runs: a reading per tick, and one number of all readings at the end.
package metric
