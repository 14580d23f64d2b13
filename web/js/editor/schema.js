// The engine's schema of documents: the fields of each kind of object, with kinds, units and
// ranges.

// Fields that are names of other things.
const refers = {
  joint: { a: "bodies", b: "bodies" }, area: { body: "bodies" }, collider: { material: "materials" }, chain: { material: "materials" },
  character: { material: "materials" },
};

export class Schema {
  // raw is the answer of edit-schema: lists of fields by the kind of object, and by the type of
  // shapes, joints and effects.
  constructor(raw) {
    this.raw = raw;
  }

  // fields returns the fields of an object of a kind. The fields of shapes, joints and effects
  // depend on their type.
  fields(kind, { type } = {}) {
    const { raw } = this;
    const lists = {
      collider: [raw.shapes[type], raw.collider], shape: [raw.shapes[type]], joint: [raw.joint, raw.joints[type]], effect: [raw.effects[type]],
    }[kind] ?? [raw[kind]];
    return lists.flatMap((list) => list ?? []).map((field) => (refers[kind]?.[field.key] ? { ...field, refers: refers[kind][field.key] } : field));
  }

  // choices returns the types that an object of a kind can have.
  choices(kind) { return Object.keys(this.raw[kind + "s"] ?? {}); }

  // ofShape reports whether a field is part of a shape, not of every collider.
  ofShape(type, key) { return (this.raw.shapes[type] ?? []).some((f) => f.key === key); }
}
