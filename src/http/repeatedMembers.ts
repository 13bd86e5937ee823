const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/**
 * The names that a JSON object has more than once; `JSON.parse` would take the last of each.
 *
 * @param json valid JSON: a colon at the first level then always follows a name of the object.
 */
export function repeatedMembers(json: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  let depth = 0;
  let last = '';
  for (const [token] of json.matchAll(TOKENS)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (token === ':' && depth === 1) {
      const name = JSON.parse(last) as string;
      if (seen.has(name)) repeated.add(name);
      seen.add(name);
    }
    last = token;
  }
  return repeated;
}
