// Package files reads and writes whole files, of this machine or of a store that Beam knows, such
// as one whose paths begin with gs://.
package files
