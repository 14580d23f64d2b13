package report

import (
	"bytes"
	"fmt"
	"reflect"

	"github.com/carom2d/carom/batch/plan"
	"github.com/parquet-go/parquet-go"
)

// Parquet returns the rows as a Parquet file with the columns of CSV. Missing metrics, hashes,
// broken rules and failures are null.
func Parquet(p *plan.Plan, rows []Row) ([]byte, error) {
	var out bytes.Buffer
	w := parquet.NewWriter(&out, schema(p), parquet.Compression(&parquet.Zstd), parquet.CreatedBy("carom-batch", "1", "0"))
	for i := range rows {
		if _, err := w.WriteRows([]parquet.Row{parquetRow(p, &rows[i])}); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}

// schema is built from a struct, because the columns of a parquet.Group are sorted by name.
func schema(p *plan.Plan) *parquet.Schema {
	var fields []reflect.StructField
	add := func(name, options string, kind reflect.Type) {
		tag := fmt.Sprintf(`parquet:"%s%s"`, name, options)
		fields = append(fields, reflect.StructField{Name: fmt.Sprintf("C%d", len(fields)), Type: kind, Tag: reflect.StructTag(tag)})
	}
	whole, float, text := reflect.TypeFor[int64](), reflect.TypeFor[float64](), reflect.TypeFor[string]()
	for _, name := range []string{"run", "sample", "seed"} {
		add(name, "", whole)
	}
	for i := range p.Parameters {
		add(p.Parameters[i].Name, "", float)
	}
	for i := range p.Metrics {
		add(p.Metrics[i].Name, ",optional", float)
	}
	for _, name := range []string{"broken", "failure", "hash"} {
		add(name, ",optional", text)
	}
	return parquet.NewSchema("runs", parquet.SchemaOf(reflect.New(reflect.StructOf(fields)).Interface()))
}

func parquetRow(p *plan.Plan, r *Row) parquet.Row {
	var row parquet.Row
	add := func(v parquet.Value, level int) { row = append(row, v.Level(0, level, len(row))) }
	for _, n := range []int{r.Run, r.Sample, r.Seed} {
		add(parquet.Int64Value(int64(n)), 0)
	}
	for _, x := range r.Values {
		add(parquet.DoubleValue(x), 0)
	}
	for i := range p.Metrics {
		if i < len(r.Metrics) {
			add(parquet.DoubleValue(r.Metrics[i]), 1)
		} else {
			add(parquet.NullValue(), 0)
		}
	}
	for _, text := range []string{r.brokenText(), r.Failure, r.hashText()} {
		if text != "" {
			add(parquet.ByteArrayValue([]byte(text)), 1)
		} else {
			add(parquet.NullValue(), 0)
		}
	}
	return row
}
