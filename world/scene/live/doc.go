// Package live changes the objects of a scene document while its world runs, for editors: a crate
// is placed, a limit is turned, and the world continues from its present state.
//
//	s, err := scene.Parse(document)
//	w, contents, err := s.New()
//	d, err := live.New(document, w, contents, nil)
//	err = d.Set("/joints/2/upper", []byte("1.5"))
//	pointer, err := d.Add("bodies", 0, []byte(`{"position": [3, 4], "colliders": [{"type": "circle", "radius": 0.5}]}`))
//	patch, err := d.Patch()
//
// Places in the document are JSON pointers, RFC 6901. A change is made in the document and in the
// world, or in neither: the changed document has to be valid as a whole, and the world has to have
// a call for the change. An object that the world cannot change, such as a chain, a joint that gets
// other bodies, or a collider that becomes a sensor, is replaced. A change of a setting that is
// fixed once a world exists is refused with world.ErrFixed. A change of more than one object, such
// as another list of bodies, is refused with ErrNotLive.
//
// The changes are a patch of the document, RFC 6902: the game keeps its file, and the editor writes
// the operations into it. The motion of the bodies is not part of the patch: it has the values in
// the document, not the present positions of bodies.
package live
