// The editor's requests to the engine, through a source of the viewer: geometry, checks, Go source.
// The commands are described in doc.go of world/scene/edit and of web/worker.

// DocumentError is a refusal with the errors of the document: {path, text}, where the path is a
// pointer.
export class DocumentError extends Error {
  constructor(errors) {
    super(errors[0]?.text ?? "the document was refused");
    this.errors = errors;
  }
}

export class Engine {
  constructor(source) {
    this.source = source;
  }

  // ask returns the answer to a command, an object.
  async ask(kind, rest = {}) {
    this.source.again();
    return (await this.source.send({ ...rest, do: kind })).answer ?? {};
  }

  // check returns the errors of a document, none if the engine can build it.
  async check(document) {
    const { errors } = await this.ask("edit-check", { document });
    return errors ?? [];
  }

  // open builds the world of a document and pauses it.
  async open(document) {
    const { errors } = await this.ask("edit-open", { document });
    if (errors?.length > 0) throw new DocumentError(errors);
  }

  // capture returns the document of the present world.
  async capture() { return (await this.ask("edit-capture")).document; }

  // outline returns the convex polygons of a freehand outline.
  async outline(points, tolerance) {
    return (await this.ask("edit-outline", { points, tolerance })).polygons ?? [];
  }

  // brush returns the loops of ground to which a stroke of a round brush adds, or from which it
  // takes.
  async brush(stroke) { return (await this.ask("edit-brush", { stroke })).loops ?? []; }

  // go returns the program that builds the world of a document.
  async go(document) { return (await this.ask("edit-go", { document })).text; }

  async schema() { return (await this.ask("edit-schema")).schema; }

  // set changes a property of the running world, at a pointer of its document.
  async set(pointer, value) { await this.ask("edit-set", { pointer, setting: value ?? null }); }
}
