package joint

import "github.com/go-gl/mathgl/mgl64"

// Drive is the motor of a definition. The zero Drive is none.
type Drive struct {
	Field    string  // the name of the field with the speed
	Speed    float64 // m/s of a Linear motor, else rad/s
	Strength float64 // N or N m at most; zero means that the motor is off
	Ratio    float64 // the speed is Ratio times A's spin away from B's
	Linear   bool    // the motor acts between the anchors

	LocalAnchorA, LocalAnchorB mgl64.Vec2 // of a Linear motor
}

// Drive returns the zero Drive. Kinds with a motor override it.
func (*Base) Drive() Drive { return Drive{} }

// Line is the connection that a picture shows between the anchors of a joint.
type Line uint8

// The lines.
const (
	LineThin   Line = iota // visible when the anchors are apart
	LineThick              // a rod or a rope
	LineSpring             // a zigzag
	LineWheels             // from anchor to anchor over the Points, in the world
	LineSlot               // between the Points, in A's frame
	LineNone               // the joint has no anchors, and a line would suggest them
)

// Picture says how a joint is drawn.
type Picture struct {
	Line   Line
	Points [2]mgl64.Vec2 // of LineWheels and LineSlot
}

// Picture returns a thin line. Kinds that look different override it.
func (*Base) Picture() Picture { return Picture{} }
