/** Tells whether a text is the origin of pages, as browsers send it: `https://example.com`. */
export function isOrigin(text: string): boolean {
  const isUrl = URL.canParse(text);
  return isUrl && new URL(text).origin === text;
}
