package scene

// unitOf returns the unit of a number: the unit of its key, except for keys with another meaning in
// one kind of object. The damping of a weld or a motor is a ratio, the damping of a body a rate.
func unitOf(kind, key string) string {
	switch kind + "." + key {
	case "prismatic.lower", "prismatic.upper", "wheel.lower", "wheel.upper":
		return "m"
	case "prismatic.motorSpeed", "distance.motorSpeed":
		return "m/s"
	case "weld.linearDamping", "weld.angularDamping", "motor.linearDamping", "motor.angularDamping":
		return ""
	case "rotarySpring.stiffness":
		return "N m/rad"
	case "rotarySpring.springDamping":
		return "N m s"
	}
	return unitOfKey(key)
}

// unitOfKey is a switch: every program that links the package would build a table at its start.
func unitOfKey(key string) string {
	switch key {
	case "position", "center", "a", "b", "before", "after", "point", "points", "radius", "halfExtents", "radii", "skin", "min", "max",
		"localAnchorA", "localAnchorB", "localTargetA", "localGrooveA1", "localGrooveA2", "wheelA", "wheelB", "length", "minLength",
		"maxLength", "slack", "targetTranslation", "distance", "innerRadius", "surface", "lengthUnit",
		"stepHeight", "snapDistance", "cornerReach", "height", "cut":
		return "m"
	case "angle", "sweep", "localAngleA", "localAngleB", "lower", "upper", "targetAngle", "step", "phase", "slopeLimit":
		return "rad"
	case "linearVelocity", "sleepSpeed", "tangentSpeed", "velocity", "flow", "maxSpeed", "contactPushSpeed", "restitutionThreshold", "hitThreshold",
		"speed", "maxFall":
		return "m/s"
	case "angularVelocity", "motorSpeed":
		return "rad/s"
	case "gravity", "acceleration", "maxAcceleration", "strength", "accelerate", "brake":
		return "m/s²"
	case "linearDamping", "angularDamping", "linear", "angular", "linearDrag":
		return "1/s"
	case "hertz", "springHertz", "linearHertz", "angularHertz", "contactHertz", "jointHertz":
		return "Hz"
	case "maxForce", "breakForce", "maxMotorForce", "minSpringForce", "maxSpringForce", "maxVelocityForce", "force", "crushThreshold", "pushForce":
		return "N"
	case "maxTorque", "breakTorque", "maxMotorTorque", "maxSpringTorque", "maxVelocityTorque", "torque", "maxSpring":
		return "N m"
	case "mass":
		return "kg"
	case "inertia":
		return "kg m²"
	case "density":
		return "kg/m²"
	case "seconds", "timestep", "sleepTime", "rise", "coyote", "buffer":
		return "s"
	}
	return ""
}
