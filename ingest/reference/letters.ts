/** Bytes 80 to BF as windows-1252 shows them: the second and further bytes of a letter in UTF-8. */
const NEXT = '\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰‹‘’“”•–—˜™›';
const NEXT_LETTERS = 'ŠŒŽšœžŸ';
/** The same bytes as windows-1251 shows them, after the two that begin nearly all Cyrillic letters. */
const CYRILLIC = '[РС][\\u0080-\\u00bfЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—™љ›њќћџЎўЈҐЁЄЇІіґёєјЅѕї№]';

const MISREAD = [
  `[Â-ß][${NEXT}]`,
  // The other capitals stand before these in real names, such as Úštěk.
  `[ÃÂÄÅÐÑ][${NEXT_LETTERS}]`,
  `[à-ï][${NEXT}${NEXT_LETTERS}]{2}`,
  `ð[${NEXT}${NEXT_LETTERS}]{3}`,
  `(?:${CYRILLIC}){2}`,
  // As windows-1250, Mac OS Roman and IBM 850 show the byte C3.
  'Ă[^\\p{L}\\s]|Ă[łŁĽ]|√[^\\s\\d]|[├┬].',
];
const WORDS = 'null|nil|nan|none|n[./]?a\\.?|#n/a|undefined|unknown|unnamed|no name|missing|tbd';

interface Fault {
  /** In camel case. */
  kind: string;
  /** What it looks like, and what to do. */
  cause: string;
  isIn: (name: string) => boolean;
  /** It occurs in sound data, so that only a larger share than the live one is a fault. */
  needsLive?: true;
}

const has = (pattern: RegExp) => (name: string) => pattern.test(name);

/** Faults of names that show without a comparison. Names of a few real places have them, too. */
export const LETTER_FAULTS: readonly Fault[] = [
  {
    kind: 'mojibake',
    cause: 'names look like UTF-8 that was read in another encoding such as Latin-1: convert the file again, from UTF-8',
    isIn: has(new RegExp(MISREAD.join('|'), 'u')),
  },
  {
    kind: 'replaced',
    cause: 'names have U+FFFD in place of letters, because a file that is not UTF-8 was read as UTF-8: convert the original file to UTF-8',
    isIn: has(/\ufffd/),
  },
  {
    kind: 'questionMarks',
    cause: 'names have question marks in place of letters, because they were written in an encoding that lacks these letters: export the data in UTF-8',
    isIn: has(/\p{L}\?|\?\p{L}|\?\?/u),
  },
  {
    kind: 'escapes',
    cause: 'names have escapes of HTML, JSON or URLs in place of letters: decode them',
    isIn: has(/&(?:#x?[\da-f]+|[a-z][a-z\d]*);|\\u[\da-f]{4}|(?:%[\da-f]{2}){2}/i),
  },
  {
    kind: 'placeholders',
    cause: 'names are words for an unknown value, such as NULL or N/A: leave out such rows with where',
    isIn: has(new RegExp(`^(?:[\\p{P}\\p{S}\\s]+|\\(?(?:${WORDS})\\)?)$`, 'iu')),
  },
  {
    kind: 'upperCase',
    cause: 'names are in capital letters: take them from a column, or a source, that has small letters',
    isIn: (name) => /\p{Lu}{2}/u.test(name) && !/\p{Ll}/u.test(name),
    needsLive: true,
  },
]; // prettier-ignore

/** Returns the kind of the first fault of a name, if it has one. */
export function letterFaultOf(name: string): string | undefined {
  return LETTER_FAULTS.find(({ isIn }) => isIn(name))?.kind;
}
