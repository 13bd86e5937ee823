/**
 * True if each word of a text occurs in the method, path or summary of a route, in any case.
 * @param {{ method: string, path: string, summary: string }} route
 */
export function isMatch({ method, path, summary }, text) {
  const searched = `${method} ${path} ${summary}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
