// Package edit answers the page that edits scene documents. The page asks a world beside it, by
// web/player, or the world of a running game, by world/inspect, by the same questions:
//
//	d, err := live.New(document, w, contents, nil)
//	inspect.Attach(w, "level", inspect.Edit, inspect.OfDocument(edit.Page{Document: d}))
//
// A question is a JSON object; its field "do" is the name. Every answer is an object with the
// fields after the arrow.
//
//	{"do":"edit-check","document":{...}}                        -> "errors":[{"path":"/bodies/3/angle","text":"..."}]
//	{"do":"edit-schema"}                                        -> "schema": of scene.Describe
//	{"do":"edit-outline","points":[[0,0],...],"tolerance":0.1}  -> "polygons": convex ones, of a line drawn by hand
//	{"do":"edit-brush","stroke":{"loops":[...],"points":[...],"radius":1,"erase":false}}    -> "loops" of the ground
//
// These questions are about the document whose world runs (see package live):
//
//	{"do":"edit-document"}                                      -> "document" with the changes, "bodies":[[1,1],null,...], "characters" likewise
//	{"do":"edit-patch"}                                         -> "patch":[{"op":"replace","path":"/joints/2/upper","value":1.5}]
//	{"do":"edit-set","pointer":"/joints/2/upper","setting":1.5} -> nothing; null: the default
//	{"do":"edit-add","list":"bodies","at":9,"setting":{...}}    -> "pointer":"/bodies/9","body":[12,1]
//	{"do":"edit-remove","pointer":"/bodies/9"}                  -> nothing
//
// Bodies are [slot, generation], as in frames of world/view.
package edit
