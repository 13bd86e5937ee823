/**
 * Parts of the JSON of a city that take half of it. Packed JSON has one control character for each, which JSON escapes.
 * No name holds a part, because JSON escapes its quotes. JSON of another form stays as it is.
 */
const PARTS = ['{"id":"', '","country_id":"', '","name":"', '","region_name":', ',"population":', ',"latlng":{"latitude":', ',"longitude":']
  .map((part, at) => [part, String.fromCharCode(at + 1)] as const); // prettier-ignore

/**
 * Returns JSON as a `latin1` string of its UTF-8 bytes, without the parts: one letter outside Latin-1 would double
 * the memory of all others.
 */
export function packJson(json: string): string {
  return toLatin1(PARTS.reduce((text, [part, sign]) => text.replaceAll(part, sign), json));
}

/** Returns the JSON of `packJson`. */
export function unpackJson(packed: string): string {
  const json = PARTS.reduce((text, [part, sign]) => text.replaceAll(sign, part), packed);
  return fromLatin1(json);
}

/** Returns the text of `toLatin1`. */
export function fromLatin1(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString();
}

/** Returns the UTF-8 bytes of a text as a `latin1` string. */
export function toLatin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}
