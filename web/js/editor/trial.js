// A trial of documents that somebody brings: the page can edit a document with errors, but not one
// whose things it cannot draw.

import { DocumentPicture } from "./document_picture.js";
import { lists } from "./document.js";
import { handlesOf } from "./handles.js";

// tryOut does with all things of a document once what the page does with them. It throws an error
// for a document that lacks what a picture of it needs.
export function tryOut(document) {
  for (const list of lists) {
    for (const thing of document[list] ?? []) {
      if (typeof thing !== "object" || thing === null) throw new Error(`An entry of ${list} is no object.`);
    }
  }
  new DocumentPicture().show(document);
  for (const list of ["bodies", "joints", "areas", "characters"]) {
    (document[list] ?? []).forEach((_, i) => handlesOf(document, [`/${list}/${i}`], 1));
  }
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
