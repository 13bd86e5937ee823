const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/**
 * Returns the names that JSON objects of one level have more than once, for each object in turn;
 * `JSON.parse` would take the last of each.
 *
 * @param json valid JSON: a colon at a level then always follows a name of an object there.
 * @param level 1: the object that all is; 2: the elements of the array that all is
 */
export function repeatedMembers(json: string, level = 1): ReadonlySet<string>[] {
  const repeated: Set<string>[] = [];
  let seen = new Set<string>();
  let depth = 0;
  let last = '';
  for (const [token] of json.matchAll(TOKENS)) {
    if (token === '{' || token === '[') {
      depth += 1;
      if (token === '{' && depth === level) {
        repeated.push(new Set());
        seen = new Set();
      }
    } else if (token === '}' || token === ']') depth -= 1;
    else if (token === ':' && depth === level) {
      const name = JSON.parse(last) as string;
      if (seen.has(name)) repeated.at(-1)?.add(name);
      seen.add(name);
    }
    last = token;
  }
  return repeated;
}
