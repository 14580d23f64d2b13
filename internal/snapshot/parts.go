package snapshot

// The parts of the state, in the order of the columns.
const (
	PartClock      = "clock"
	PartBodies     = "bodies"
	PartColliders  = "colliders"
	PartContacts   = "contacts"
	PartJoints     = "joints"
	PartIslands    = "islands"
	PartAreas      = "areas"
	PartSensors    = "sensors"
	PartBroadphase = "broadphase"
	PartEvents     = "events"
)

// Parts are the names of the parts in that order. Recordings hold hashes in this order: a new part
// comes last.
var Parts = [...]string{
	PartClock, PartBodies, PartColliders, PartContacts, PartJoints, PartIslands, PartAreas, PartSensors, PartBroadphase, PartEvents,
}
