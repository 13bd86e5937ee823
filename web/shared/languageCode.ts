/** Codes under which pages and browsers know some languages of the service, too. */
const OTHER_CODES: ReadonlyMap<string, string> = new Map([
  ['no', 'nb'],
  ['iw', 'he'],
  ['in', 'id'],
]);

/** Returns the code of the language of a BCP 47 tag, by which the service would know it. */
export function languageCode(tag: string): string {
  const [primary = ''] = tag.toLowerCase().split('-');
  return OTHER_CODES.get(primary) ?? primary;
}
