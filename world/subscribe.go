package world

func (b Body) subscriptionKey(kind eventKind) subscriptionKey {
	b.slot()
	return subscriptionKey{uint64(b.id), true, kind}
}

func (c Collider) subscriptionKey(kind eventKind) subscriptionKey {
	c.slot()
	return subscriptionKey{uint64(c.id), false, kind}
}

// OnContactBegin calls a function for every contact of the body that begins, seen from the body:
// ColliderA is its own. See Subscription.
func (b Body) OnContactBegin(f func(ContactBegin)) (Subscription, error) {
	return b.w.subscribe(subscription{key: b.subscriptionKey(contactBegins), contactBegin: f}, f == nil)
}

// OnContactEnd calls a function for every contact of the body that ends, seen from the body. See
// Subscription.
func (b Body) OnContactEnd(f func(ContactEnd)) (Subscription, error) {
	return b.w.subscribe(subscription{key: b.subscriptionKey(contactEnds), contactEnd: f}, f == nil)
}

// OnHit calls a function for every hit of the body faster than Config.HitThreshold, seen from the
// body. Its colliders need not have HitEvents: as long as someone subscribes they report hits, in
// Events.Hits too. See Subscription.
func (b Body) OnHit(f func(Hit)) (Subscription, error) {
	return b.w.subscribe(subscription{key: b.subscriptionKey(hits), hit: f}, f == nil)
}

// OnSensorBegin calls a function when something comes into a sensor of the body, and when a
// collider of the body comes into a sensor. See Subscription.
func (b Body) OnSensorBegin(f func(SensorEvent)) (Subscription, error) {
	return b.w.subscribe(subscription{key: b.subscriptionKey(sensorBegins), sensor: f}, f == nil)
}

// OnSensorEnd calls a function when something leaves a sensor of the body, and when a collider of
// the body leaves a sensor. See Subscription.
func (b Body) OnSensorEnd(f func(SensorEvent)) (Subscription, error) {
	return b.w.subscribe(subscription{key: b.subscriptionKey(sensorEnds), sensor: f}, f == nil)
}

// OnContactBegin calls a function for every contact of the collider that begins, seen from it: it
// is ColliderA. See Subscription.
func (c Collider) OnContactBegin(f func(ContactBegin)) (Subscription, error) {
	return c.w.subscribe(subscription{key: c.subscriptionKey(contactBegins), contactBegin: f}, f == nil)
}

// OnContactEnd calls a function for every contact of the collider that ends, seen from it. See
// Subscription.
func (c Collider) OnContactEnd(f func(ContactEnd)) (Subscription, error) {
	return c.w.subscribe(subscription{key: c.subscriptionKey(contactEnds), contactEnd: f}, f == nil)
}

// OnHit calls a function for every hit of the collider faster than Config.HitThreshold, seen from
// it. It needs no HitEvents, as for Body.OnHit. See Subscription.
func (c Collider) OnHit(f func(Hit)) (Subscription, error) {
	return c.w.subscribe(subscription{key: c.subscriptionKey(hits), hit: f}, f == nil)
}

// OnSensorBegin calls a function when something comes into the collider, if that is a sensor, and
// when the collider comes into a sensor. See Subscription.
func (c Collider) OnSensorBegin(f func(SensorEvent)) (Subscription, error) {
	return c.w.subscribe(subscription{key: c.subscriptionKey(sensorBegins), sensor: f}, f == nil)
}

// OnSensorEnd calls a function when something leaves the collider, if that is a sensor, and when
// the collider leaves a sensor. See Subscription.
func (c Collider) OnSensorEnd(f func(SensorEvent)) (Subscription, error) {
	return c.w.subscribe(subscription{key: c.subscriptionKey(sensorEnds), sensor: f}, f == nil)
}
