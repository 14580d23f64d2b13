// A trial of documents that somebody brings: the page can edit a document with errors, but not one
// whose things it cannot draw.

import { DocumentPicture } from "./document_picture.js";
import { lists } from "./document.js";
import { handlesOf } from "./handles.js";

const parts = { bodies: ["colliders", "chains"], areas: ["effects"] }; // lists of a thing
const typed = ["joints", "colliders", "effects", "shape"]; // have a type, by which the page names them
const texts = ["type", "name", "body", "material"];
const bodiesOfJoint = ["a", "b"]; // points of a capsule

// tryOut does with all things of a document once what the page does with them. It throws an error
// for a document that lacks what a picture of it needs, or what names its things.
function tryOut(document) {
  for (const list of lists) {
    for (const thing of listIn(document, list)) {
      demandForm(thing, list);
      for (const inner of parts[list] ?? []) listIn(thing, inner).forEach((part) => demandForm(part, inner));
      if (thing.shape !== undefined) demandForm(thing.shape, "shape");
    }
  }
  new DocumentPicture().show(document);
  for (const list of ["bodies", "joints", "areas", "characters"]) {
    (document[list] ?? []).forEach((_, i) => handlesOf(document, [`/${list}/${i}`], 1));
  }
}

// listIn returns a list of an object, an empty one where it has none.
function listIn(object, key) {
  const { [key]: list = [] } = object;
  if (!Array.isArray(list)) throw new Error(`The entry ${key} is no list.`);
  return list;
}

// demandForm throws an error for what is no object, or whose type and names are no texts.
function demandForm(thing, place) {
  if (typeof thing !== "object" || thing === null || Array.isArray(thing)) throw new Error(`An entry of ${place} is no object.`);
  if (typed.includes(place) && !thing.type) throw new Error(`An entry of ${place} has no type.`);
  const wrong = (place === "joints" ? [...texts, ...bodiesOfJoint] : texts).find((key) => !["undefined", "string"].includes(typeof thing[key]));
  if (wrong) throw new Error(`The ${wrong} of an entry of ${place} is no text.`);
}

// drawable returns a document that the page can draw. Otherwise it throws an error with the
// engine's words.
export async function drawable(document, engine) {
  try {
    tryOut(document);
  } catch (e) {
    const [error] = await engine.check(document);
    throw new Error(error ? `This scene cannot be shown: ${error.path} ${error.text}.` : e.message);
  }
  return document;
}
