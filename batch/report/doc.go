// Package report makes tables and pictures of the rows of a plan: CSV, Parquet, quantiles, a heat
// map, and the choice of the runs that are recorded.
//
// Rows are sorted by run, so the files are the same for every order in which rows come.
package report
