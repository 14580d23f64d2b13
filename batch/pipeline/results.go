package pipeline

import (
	"context"
	"errors"
	"fmt"

	"github.com/carom2d/carom/batch/files"
	"github.com/carom2d/carom/batch/plan"
	"github.com/carom2d/carom/batch/report"
)

// Errors of pipelines. Match them with errors.Is where the pipeline runs in this process.
var (
	ErrPanic   = errors.New("pipeline: panic")
	ErrMissing = errors.New("pipeline: rows are missing")
)

func panicError(run int, x any) error { return fmt.Errorf("%w in run %d: %v", ErrPanic, run, x) }

func missingRows(got, want int) error { return fmt.Errorf("%w: %d of %d", ErrMissing, got, want) }

func writeResults(ctx context.Context, out string, p *plan.Plan, rows []report.Row) error {
	table, err := report.Parquet(p, rows)
	if err != nil {
		return err
	}
	picture, err := report.Heatmap(p, rows)
	if err != nil {
		return err
	}
	results := []struct {
		name string
		data []byte
	}{
		{"runs.csv", report.CSV(p, rows)},
		{"runs.parquet", table},
		{"quantiles.csv", report.Quantiles(p, rows)},
		{"heatmap.png", picture},
	}
	for _, r := range results {
		if r.data == nil {
			continue
		}
		if err := files.Write(ctx, files.Join(out, r.name), r.data); err != nil {
			return err
		}
	}
	return nil
}
