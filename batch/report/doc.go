// Package report turns the rows of a plan into tables and pictures: CSV, Parquet, quantiles and a
// heat map. It also chooses the runs to record.
//
// Rows are sorted by run, so the files are the same for every order in which rows come.
package report
