package scene

import (
	"cmp"
	"errors"
	"slices"
)

// maxFaults is the number of errors after which Check stops.
const maxFaults = 100

// Check returns all errors of a document in the order of its lines, a hundred at most, and none if
// Parse accepts it. It does not return errors that another error hides: after an error in JSON it
// cannot read the rest, and it does not build an object with an error in a field. It also returns
// errors of references between objects, unless a whole list is missing.
func Check(data []byte, options ...Option) []*Error { return check(data, nil, options) }

// Check is the function Check for documents with these custom shapes.
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

// listMissing reports whether the document or one of its lists could not be read. Then all
// references to the objects in it would be errors.
func (f *firstError) listMissing() bool {
	return slices.ContainsFunc(f.all, func(x fault) bool {
		return x.at.parent == nil || x.at.parent.parent == nil && errors.Is(x.err, ErrWrongType)
	})
}

// dropConsequences removes, from an index in the list on, the errors of joints that have an earlier
// error: the bodies of such a joint are not known.
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

// joint returns the number of the joint at or around a path.
func (p *docPath) joint() (i int, ok bool) {
	for ; p.parent != nil; p = p.parent {
		if at := p.parent; p.index >= 0 && at.key == "joints" && at.parent != nil && at.parent.parent == nil {
			return p.index, true
		}
	}
	return 0, false
}
