/** A terminal would obey them, or they would turn what is beside them around; lines may end. */
const UNPRINTABLE = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const WITHIN_LINE = /[\p{Cc}\u2028\u2029]/gu;

/** Returns a text as it may be written to a terminal: files hold anything, and so do their names. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
}

/** Returns a text that nobody takes for more than one line. */
export function oneLine(text: string): string {
  return text.replace(WITHIN_LINE, escaped);
}

/** As in JSON, which it stays where it was. */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
