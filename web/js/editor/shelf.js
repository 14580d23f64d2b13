// The scenes in the browser's storage, with all their versions: {id, name, time, text, bodies}.
// Nothing leaves the browser.

const database = "carom-scenes", versions = "versions", drafts = "drafts";

const promised = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

// stored resolves with the result of a request that writes, when the transaction has come to the
// disk: a full storage lets the request succeed and the transaction fail.
const stored = (request) => new Promise((resolve, reject) => {
  const { transaction } = request;
  transaction.oncomplete = () => resolve(request.result);
  transaction.onabort = () => reject(transaction.error ?? request.error ?? new Error("The browser did not store it."));
});

// bodiesIn returns the number of bodies of a document, 0 for a text that is none.
function bodiesIn(text) {
  try {
    return JSON.parse(text).bodies?.length ?? 0;
  } catch {
    return 0;
  }
}

export class Shelf {
  // open makes the shelf. Without storage, as in some private windows, the promise rejects.
  static async open(factory = indexedDB) {
    const request = factory.open(database, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(versions, { keyPath: "id", autoIncrement: true }).createIndex("name", "name");
      request.result.createObjectStore(drafts);
    };
    const shelf = new Shelf();
    shelf.db = await promised(request);
    return shelf;
  }

  store(name, mode) { return this.db.transaction(name, mode).objectStore(name); }

  // save adds a version of a scene, unless it is the same as the last one.
  async save(name, document) { return this.saveText(name, JSON.stringify(document)); }

  async saveText(name, text) {
    const last = (await this.versions(name))[0];
    if (last?.text === text) return last.id;
    return this.addVersion(name, text);
  }

  async addVersion(name, text) {
    return stored(this.store(versions, "readwrite").add({ name, time: Date.now(), text, bodies: bodiesIn(text) }));
  }

  // scenes lists names with the time of the last version and the number of versions, the latest
  // first.
  async scenes() {
    const byName = new Map();
    for (const { name, time } of await promised(this.store(versions, "readonly").getAll())) {
      const known = byName.get(name) ?? { name, time: 0, count: 0 };
      byName.set(name, { name, time: Math.max(known.time, time), count: known.count + 1 });
    }
    return [...byName.values()].sort((a, b) => b.time - a.time);
  }

  // versions lists the versions of a scene, the latest first.
  async versions(name) {
    const all = await promised(this.store(versions, "readonly").index("name").getAll(name));
    return all.sort((a, b) => b.id - a.id);
  }

  async remove(name) {
    for (const { id } of await this.versions(name)) await stored(this.store(versions, "readwrite").delete(id));
  }

  // keepDraft stores the document that is being edited. draft returns it, or undefined.
  async keepDraft(draft) { return stored(this.store(drafts, "readwrite").put(draft, "present")); }

  async draft() { return promised(this.store(drafts, "readonly").get("present")); }
}
