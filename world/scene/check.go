package scene

import (
	"cmp"
	"errors"
	"slices"
)

// maxFaults is the number of errors after which Check stops.
const maxFaults = 100

// Check returns all errors of a document in the order of its lines, a hundred at most, and none if
// Parse accepts it. What one error hides is not told: after an error in JSON nothing is known of
// the rest, and an object with an error in a field is not built. Errors of references from object
// to object are told with the others, unless a whole list is missing.
func Check(data []byte, options ...Option) []*Error { return check(data, nil, options) }

// Check is the function Check for documents with custom shapes.
func (s *Shapes) Check(data []byte, options ...Option) []*Error { return check(data, s, options) }

func check(data []byte, shapes *Shapes, options []Option) []*Error {
	s := newScene(shapes, options)
	limits := s.limits.normalized()
	d, err := indexDocument(data, limits)
	if err != nil {
		var first *Error
		errors.As(err, &first)
		return []*Error{first}
	}
	state := readingState{limits: limits, memory: limits.Memory}
	state.keepsAll = true
	(&reader{readingState: &state, value: d.root(), index: -1}).read(s.walk)
	if read := len(state.all); !state.listMissing() {
		s.checkReferences(&state.firstError)
		state.dropConsequences(read)
	}
	if len(state.all) == 0 { // it builds bodies
		s.checkMotorSpeeds(&state.firstError)
	}
	var list []*Error
	for _, f := range state.all {
		list = append(list, newError(d, f.at, f.err))
	}
	slices.SortStableFunc(list, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return list
}

// listMissing reports whether a list of the document could not be read, or the document itself:
// references to what it holds would all be errors.
func (f *firstError) listMissing() bool {
	for _, x := range f.all {
		if x.at.parent == nil || x.at.parent.parent == nil && errors.Is(x.err, ErrWrongType) {
			return true
		}
	}
	return false
}

// dropConsequences removes the errors from a place in the list on that are in joints with an error
// before that: which bodies those are to connect is not known.
func (f *firstError) dropConsequences(from int) {
	joints := map[int]bool{}
	for _, x := range f.all[:from] {
		if i, ok := x.at.joint(); ok {
			joints[i] = true
		}
	}
	f.all = slices.Concat(f.all[:from], slices.DeleteFunc(f.all[from:], func(x fault) bool {
		i, ok := x.at.joint()
		return ok && joints[i]
	}))
}

// joint returns the number of the joint that a path leads to or into.
func (p *docPath) joint() (i int, ok bool) {
	for ; p.parent != nil; p = p.parent {
		if at := p.parent; p.index >= 0 && at.key == "joints" && at.parent != nil && at.parent.parent == nil {
			return p.index, true
		}
	}
	return 0, false
}
