// JSON with whole numbers of 64 bits, such as the masks of filters, which a number of JavaScript
// cannot hold.

// exact is for JSON.parse: a whole number beyond 2^53 stays a text, if the browser can write such
// texts back unchanged.
export function exact(key, value, context) {
  const unsafe = typeof value === "number" && !Number.isSafeInteger(value) && Number.isInteger(value);
  return unsafe && JSON.rawJSON && /^\d+$/.test(context?.source ?? "") ? JSON.rawJSON(context.source) : value;
}
