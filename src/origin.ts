/** What an address has that is of no origin. */
const NONE = 'null';

/** Tells whether a text is the origin of pages, as browsers send it: `https://example.com`. */
export function isOrigin(text: string): boolean {
  return originOf(text) === text;
}

/** Returns the origin of an address, as browsers send it: in lower case, ASCII, without a path. */
export function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin } = new URL(address);
  return origin === NONE ? undefined : origin;
}
