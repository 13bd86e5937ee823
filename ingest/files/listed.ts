const MOST_NAMES = 60;
const MOST_CHARACTERS = 100;

/** Lists names of a file's own for a person, not all of them where it has very many. */
export function listed(names: readonly string[]): string {
  const shown = names
    .slice(0, MOST_NAMES)
    .map((name) => (name.length > MOST_CHARACTERS ? `${name.slice(0, MOST_CHARACTERS)}…` : name));
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : '';
  return `${shown.join(', ')}${more}`;
}
