package profile

import "math"

// Vec3 is a velocity, a mass or an impulse: along x, along y and of rotation.
type Vec3 [3]float64

// Dot returns the scalar product.
func (v *Vec3) Dot(w *Vec3) float64 {
	return float64(v[0]*w[0]) + float64(v[1]*w[1]) + float64(v[2]*w[2])
}

// Add adds f times another vector.
func (v *Vec3) Add(f float64, w *Vec3) {
	v[0] += float64(f * w[0])
	v[1] += float64(f * w[1])
	v[2] += float64(f * w[2])
}

// Block is the entry of the matrix, or of its factor, for two bodies. On the diagonal of the factor
// it is a lower triangle with the inverses of its diagonal.
type Block [3]Vec3

// Row is the row of a body, and its part of the vectors.
type Row struct {
	_     [0]func() // not comparable, so no program has code for a comparison
	First int32     // place of the body of the first entry
	Block int32     // index of that entry in Matrix.Blocks
	X     Vec3      // the right-hand side, which Substitute replaces by the solution
}

// Matrix is a view of the rows and the entries of one matrix.
type Matrix struct {
	Rows   []Row
	Blocks []Block
}

// None is the place of a body that has no row, because nothing can move it.
const None = -1

// at returns the entry of two bodies by their places, first not after last, both in the profile.
func (m *Matrix) at(last, first int32) *Block {
	r := &m.Rows[last]
	return &m.Blocks[r.Block+first-r.First]
}

// AddMass adds the masses of a body.
func (m *Matrix) AddMass(place int32, mass *Vec3) {
	b := m.at(place, place)
	for i, x := range mass {
		b[i][i] += x
	}
}

// AddLine adds the stiffness of a line between two bodies.
func (m *Matrix) AddLine(a, b int32, stiffness float64, ja, jb *Vec3) {
	if a != None {
		m.at(a, a).addProduct(stiffness, ja, ja)
	}
	if b != None {
		m.at(b, b).addProduct(stiffness, jb, jb)
	}
	m.AddCross(a, b, stiffness, ja, jb)
}

// AddCross adds the products of the halves of a line on two of its bodies. Both may be on one body.
func (m *Matrix) AddCross(a, b int32, stiffness float64, ja, jb *Vec3) {
	if a == None || b == None {
		return
	}
	if a < b {
		a, b, ja, jb = b, a, jb, ja
	}
	block := m.at(a, b)
	block.addProduct(stiffness, ja, jb)
	if a == b {
		block.addProduct(stiffness, jb, ja)
	}
}

// addProduct adds f x y^T. Its code would stand four times, and every program links it.
//
//go:noinline
func (b *Block) addProduct(f float64, x, y *Vec3) {
	b[0].Add(float64(f*x[0]), y)
	b[1].Add(float64(f*x[1]), y)
	b[2].Add(float64(f*x[2]), y)
}

// Factor replaces the matrix by its Cholesky factor. It reports false for a matrix that is not
// positive definite, which happens only with numbers that float64 cannot hold.
func (m *Matrix) Factor() bool {
	for i := range m.Rows {
		r := &m.Rows[i]
		row := m.entries(r, int32(i))
		for j := r.First; j < int32(i); j++ {
			o := &m.Rows[j]
			other := m.entries(o, j)
			first, b := max(r.First, o.First), &row[j-r.First]
			b.subtractProducts(row[first-r.First:j-r.First], other[first-o.First:])
			b.divideByTransposed(&other[j-o.First])
		}
		b := &row[int32(i)-r.First]
		b.subtractSquares(row[:int32(i)-r.First])
		if !b.factorDiagonal() {
			return false
		}
	}
	return true
}

// entries returns the entries in the row of a body at a place, the diagonal last.
func (m *Matrix) entries(r *Row, place int32) []Block {
	return m.Blocks[r.Block : r.Block+place-r.First+1]
}

// subtractProducts subtracts the sum of x y^T, one after the other. The loops over the entries are
// unrolled: the processor mispredicts the branch of such short loops each time.
func (b *Block) subtractProducts(xs, ys []Block) {
	if len(xs) == 0 {
		return
	}
	ys = ys[:len(xs)]
	b00, b01, b02 := b[0][0], b[0][1], b[0][2]
	b10, b11, b12 := b[1][0], b[1][1], b[1][2]
	b20, b21, b22 := b[2][0], b[2][1], b[2][2]
	for n := range xs {
		x, y := &xs[n], &ys[n]
		b00 -= x[0].Dot(&y[0])
		b01 -= x[0].Dot(&y[1])
		b02 -= x[0].Dot(&y[2])
		b10 -= x[1].Dot(&y[0])
		b11 -= x[1].Dot(&y[1])
		b12 -= x[1].Dot(&y[2])
		b20 -= x[2].Dot(&y[0])
		b21 -= x[2].Dot(&y[1])
		b22 -= x[2].Dot(&y[2])
	}
	b[0] = Vec3{b00, b01, b02}
	b[1] = Vec3{b10, b11, b12}
	b[2] = Vec3{b20, b21, b22}
}

// subtractSquares subtracts the sum of x x^T from a diagonal block, of which only the lower
// triangle is used.
func (b *Block) subtractSquares(xs []Block) {
	b00, b10, b11 := b[0][0], b[1][0], b[1][1]
	b20, b21, b22 := b[2][0], b[2][1], b[2][2]
	for n := range xs {
		x := &xs[n]
		b00 -= x[0].Dot(&x[0])
		b10 -= x[1].Dot(&x[0])
		b11 -= x[1].Dot(&x[1])
		b20 -= x[2].Dot(&x[0])
		b21 -= x[2].Dot(&x[1])
		b22 -= x[2].Dot(&x[2])
	}
	b[0][0], b[1][0], b[1][1] = b00, b10, b11
	b[2][0], b[2][1], b[2][2] = b20, b21, b22
}

// divideByTransposed multiplies by the inverse of the transposed factor of a diagonal block.
func (b *Block) divideByTransposed(l *Block) {
	b[0].divideByTransposed(l)
	b[1].divideByTransposed(l)
	b[2].divideByTransposed(l)
}

func (r *Vec3) divideByTransposed(l *Block) {
	x := float64(r[0] * l[0][0])
	y := float64((r[1] - float64(x*l[1][0])) * l[1][1])
	z := float64((r[2] - float64(x*l[2][0]) - float64(y*l[2][1])) * l[2][2])
	r[0], r[1], r[2] = x, y, z
}

// factorDiagonal replaces a diagonal block by its factor, with the inverses of its diagonal.
func (b *Block) factorDiagonal() bool {
	d := b[0][0]
	if !(d > 0) {
		return false
	}
	b[0][0] = 1 / math.Sqrt(d)
	b[1][0], b[2][0] = float64(b[1][0]*b[0][0]), float64(b[2][0]*b[0][0])
	d = b[1][1] - float64(b[1][0]*b[1][0])
	if !(d > 0) {
		return false
	}
	b[1][1] = 1 / math.Sqrt(d)
	b[2][1] = float64((b[2][1] - float64(b[2][0]*b[1][0])) * b[1][1])
	d = b[2][2] - float64(b[2][0]*b[2][0]) - float64(b[2][1]*b[2][1])
	if !(d > 0) || math.IsInf(d, 0) {
		return false
	}
	b[2][2] = 1 / math.Sqrt(d)
	return true
}

// Substitute solves the equations with the factor.
func (m *Matrix) Substitute() {
	for i := range m.Rows {
		r := &m.Rows[i]
		row := m.entries(r, int32(i))
		others := m.Rows[r.First:i]
		row = row[:len(others)+1]
		y0, y1, y2 := r.X[0], r.X[1], r.X[2]
		for n := range others {
			b, x := &row[n], &others[n].X
			y0 -= b[0].Dot(x)
			y1 -= b[1].Dot(x)
			y2 -= b[2].Dot(x)
		}
		l := &row[len(others)]
		y0 = float64(y0 * l[0][0])
		y1 = float64((y1 - float64(l[1][0]*y0)) * l[1][1])
		y2 = float64((y2 - float64(l[2][0]*y0) - float64(l[2][1]*y1)) * l[2][2])
		r.X = Vec3{y0, y1, y2}
	}
	for i := len(m.Rows) - 1; i >= 0; i-- {
		r := &m.Rows[i]
		row := m.entries(r, int32(i))
		others := m.Rows[r.First:i]
		row = row[:len(others)+1]
		l := &row[len(others)]
		x2 := float64(r.X[2] * l[2][2])
		x1 := float64((r.X[1] - float64(l[2][1]*x2)) * l[1][1])
		x0 := float64((r.X[0] - float64(l[1][0]*x1) - float64(l[2][0]*x2)) * l[0][0])
		r.X = Vec3{x0, x1, x2}
		for n := range others {
			b, y := &row[n], &others[n].X
			y.Add(-x0, &b[0])
			y.Add(-x1, &b[1])
			y.Add(-x2, &b[2])
		}
	}
}
