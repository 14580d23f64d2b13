package scene

// unitOf returns the unit of a number: that of its key, but for the keys that one kind of object
// means otherwise.
func unitOf(kind, key string) string {
	if unit, ok := unitsOfKind[kind+"."+key]; ok {
		return unit
	}
	return units[key]
}

var units = byUnit(map[string][]string{
	"m": {
		"position", "center", "a", "b", "before", "after", "point", "points", "radius", "halfExtents", "radii", "skin", "min", "max",
		"localAnchorA", "localAnchorB", "localTargetA", "localGrooveA1", "localGrooveA2", "wheelA", "wheelB", "length", "minLength", "maxLength",
		"slack", "targetTranslation", "distance", "innerRadius", "surface", "lengthUnit",
	},
	"rad": {
		"angle", "sweep", "localAngleA", "localAngleB", "lower", "upper", "targetAngle", "step", "phase",
	},
	"m/s": {
		"linearVelocity", "sleepSpeed", "tangentSpeed", "velocity", "flow", "maxSpeed", "contactPushSpeed", "restitutionThreshold", "hitThreshold",
	},
	"rad/s": {"angularVelocity", "motorSpeed"},
	"m/s²":  {"gravity", "acceleration", "maxAcceleration", "strength"},
	"1/s":   {"linearDamping", "angularDamping", "linear", "angular", "linearDrag"},
	"1/m":   {"quadraticDrag"},
	"Hz":    {"hertz", "springHertz", "linearHertz", "angularHertz", "contactHertz", "jointHertz"},
	"N":     {"maxForce", "breakForce", "maxMotorForce", "minSpringForce", "maxSpringForce", "maxVelocityForce", "force", "crushThreshold"},
	"N m":   {"maxTorque", "breakTorque", "maxMotorTorque", "maxSpringTorque", "maxVelocityTorque", "torque", "maxSpring"},
	"kg":    {"mass"},
	"kg m²": {"inertia"},
	"kg/m²": {"density"},
	"s":     {"seconds", "timestep", "sleepTime"},
})

// unitsOfKind holds the units of the fields that one kind of object means otherwise. A damping of a
// weld or a motor is a ratio, that of a body a rate.
var unitsOfKind = map[string]string{
	"prismatic.lower": "m", "prismatic.upper": "m", "wheel.lower": "m", "wheel.upper": "m",
	"prismatic.motorSpeed": "m/s", "distance.motorSpeed": "m/s",
	"weld.linearDamping": "", "weld.angularDamping": "", "motor.linearDamping": "", "motor.angularDamping": "",
	"rotarySpring.stiffness": "N m/rad", "rotarySpring.springDamping": "N m s",
}

func byUnit(keys map[string][]string) map[string]string {
	m := map[string]string{}
	for unit, list := range keys {
		for _, key := range list {
			m[key] = unit
		}
	}
	return m
}
