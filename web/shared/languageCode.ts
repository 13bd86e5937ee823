/** Other codes that pages and browsers use for languages of the service. */
const OTHER_CODES: ReadonlyMap<string, string> = new Map([
  ['no', 'nb'],
  ['iw', 'he'],
  ['in', 'id'],
]);

/** Returns the service's code for the language of a BCP 47 tag. */
export function languageCode(tag: string): string {
  const [primary = ''] = tag.toLowerCase().split('-');
  return OTHER_CODES.get(primary) ?? primary;
}
