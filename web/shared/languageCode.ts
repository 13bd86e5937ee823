import { OTHER_CODES } from '../client/src/schema.js';

const CODES: ReadonlyMap<string, string> = new Map(Object.entries(OTHER_CODES));

/** Returns the service's code for the language of a BCP 47 tag, or of a locale such as `ja_JP`. */
export function languageCode(tag: string): string {
  const [primary = ''] = tag.toLowerCase().split(/[-_]/);
  return CODES.get(primary) ?? primary;
}
