/** A place on the earth, in degrees. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

const DECIMAL = String.raw`[+-]?\d{1,3}(?:\.\d+)?`;
const PAIR = `(${DECIMAL})(?:,|/|~|%2C)\\s*\\+?(${DECIMAL})`;
/** Where links have a point: a chosen place of Google Maps, parameters of maps, and what is in view. */
const IN_LINKS = [
  new RegExp(`!3d(${DECIMAL})!4d(${DECIMAL})`),
  new RegExp(`[?&#]mlat=(${DECIMAL})&mlon=(${DECIMAL})`),
  new RegExp(`[?&](?:q|query|ll|sll|center|cp|destination|daddr|viewpoint)=(?:loc:)?${PAIR}`),
  new RegExp(`#(?:map=)?${DECIMAL}/${PAIR}`),
  new RegExp(`[/@]${PAIR}`),
];
const GEO_URI = new RegExp(`^geo:${PAIR}`, 'i');
const LINK = /^(?:https?:\/\/|(?:www\.|maps\.)\S+\/)/i;

const LABELS = /\b(?:lat(?:itude)?|lng|long?(?:itude)?)\b|[()[\]{}:=]/gi;
/** Degrees, minutes and seconds, and the letters of directions. */
const PLAIN = /^[\d\s.,;+\-NSEW°º˚'’′"”″]+$/;
const DECIMAL_COMMAS = /^\s*[+-]?\d+,\d+\s*[\s;,]\s*[+-]?\d+,\d+\s*$/;
/** The two halves of a plain text: by their letters, a comma, degree signs, or blanks between as many numbers. */
const HALVES = [
  /^([NSEW][^NSEW]+)([NSEW][^NSEW]+)$/,
  /^([^NSEW]+[NSEW])[\s,;]*([^NSEW]+[NSEW])$/,
  /^([^,;]+)[,;]([^,;]+)$/,
  /^([^°]+°[^°]*?)\s([^\s°]+°[^°]*)$/,
  /^(\S+)\s+(\S+)$/,
  /^(\S+\s+\S+)\s+(\S+\s+\S+)$/,
  /^(\S+\s+\S+\s+\S+)\s+(\S+\s+\S+\s+\S+)$/,
];

/**
 * Returns the point that a text means: decimal degrees, degrees with minutes and seconds, with or without N, S, E
 * and W, a `geo:` URI, or a link of a map. Undefined if it means none.
 */
export function readCoordinates(text: string): Coordinates | undefined {
  const trimmed = text.trim();
  if (LINK.test(trimmed)) return firstOf(IN_LINKS, trimmed);
  if (/^geo:/i.test(trimmed)) return firstOf([...IN_LINKS.slice(2, 3), GEO_URI], trimmed);
  const plain = trimmed
    .replace(LABELS, ' ')
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/''/g, '"')
    .toUpperCase()
    .trim();
  if (!PLAIN.test(plain)) return undefined;
  const points = DECIMAL_COMMAS.test(plain) ? plain.replace(/(\d),(\d)/g, '$1.$2') : plain;
  const halves = HALVES.map((form) => form.exec(points)).find((found) => found !== null);
  const [one, other] = [angleOf(halves?.[1]), angleOf(halves?.[2])];
  if (one === undefined || other === undefined) return undefined;
  const isSwapped = /[EW]/.test(one.direction) || /[NS]/.test(other.direction);
  const [latitude, longitude] = isSwapped ? [other, one] : [one, other];
  if (/[EW]/.test(latitude.direction) || /[NS]/.test(longitude.direction)) return undefined;
  return within(latitude.degrees, longitude.degrees);
}

function firstOf(forms: readonly RegExp[], link: string): Coordinates | undefined {
  const [, latitude, longitude] =
    forms.map((form) => form.exec(link)).find((found) => found !== null) ?? [];
  return within(Number(latitude), Number(longitude));
}

function angleOf(text = ''): { degrees: number; direction: string } | undefined {
  const [direction = '', ...more] = text.match(/[NSEW]/g) ?? [];
  const [degrees = NaN, minutes = 0, seconds = 0, ...others] = (
    text.match(/\d+(?:\.\d+)?/g) ?? []
  ).map(Number);
  if (more.length + others.length > 0 || minutes >= 60 || seconds >= 60) return undefined;
  const sign = /^[^\d]*-/.test(text) !== /[SW]/.test(direction) ? -1 : 1;
  return { degrees: sign * (degrees + minutes / 60 + seconds / 3_600), direction };
}

/** Returns undefined if they are none on the earth. Without an exponent, which the service does not take. */
function within(latitude: number, longitude: number): Coordinates | undefined {
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined;
  const round = (degrees: number): number => Number(degrees.toFixed(6)) + 0;
  return { latitude: round(latitude), longitude: round(longitude) };
}

/** The id of a land: an H3 cell of resolution 8. */
const LAND_ID = /^88[0-9a-f]{7}[13579bd]f{5}$/i;

/** Returns the id of a land that is the whole text. It may be no valid cell. */
export function readLandId(text: string): string | undefined {
  return LAND_ID.exec(text.trim())?.[0].toLowerCase();
}
