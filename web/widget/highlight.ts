/** Compares by letters alone, as the service does: without case, accents, hyphens and blanks. */
const letters = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });
const MARK = /^\p{Mark}/u;

/** Returns how much of a name is what was typed; 0 when it does not begin with that. */
export function matchedLength(name: string, typed: string): number {
  let length = 0;
  for (const character of name) {
    // Letters and their accents stay together.
    if (isMatched(name.slice(0, length), typed) && !MARK.test(character)) return length;
    length += character.length;
  }
  return isMatched(name, typed) ? length : 0;
}

function isMatched(start: string, typed: string): boolean {
  return start !== '' && letters.compare(start, typed) === 0;
}
