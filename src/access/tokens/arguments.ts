import { InvalidArgumentError } from 'commander';
import { isOrigin, originOf } from '../../origin.js';
import { MAX_RATE_LIMIT } from './caller.js';

const MAX_NAME_CHARACTERS = 200;
/** The length of an id in Elasticsearch. */
const MAX_NAME_BYTES = 512;

/** Returns a parser of whole numbers within bounds, both included. */
function wholeNumber(min: number, max: number, unit: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(`It must be a whole number of ${unit} from ${min} to ${max}.`);
    return value;
  };
}

export const days = wholeNumber(1, 36_500, 'days');
export const hours = wholeNumber(0, 8_760, 'hours');
export const requestsPerSecond = wholeNumber(0, MAX_RATE_LIMIT, 'requests');

/** Parses the name of a token, which is shown in logs and on terminals. */
export function tokenName(text: string): string {
  const name = text.trim();
  const isTooLong = name.length > MAX_NAME_CHARACTERS || Buffer.byteLength(name) > MAX_NAME_BYTES;
  if (name === '' || isTooLong || /\p{C}/u.test(name)) {
    throw new InvalidArgumentError(
      `It must have 1 to ${MAX_NAME_CHARACTERS} characters, ${MAX_NAME_BYTES} bytes at most, and no control characters.`,
    );
  }
  return name;
}

/** Parses origins, separated by commas. */
export function origins(text: string): string[] {
  const list = text.split(',').map((part) => part.trim());
  const wrong = list.find((part) => !isOrigin(part));
  if (wrong === undefined) return [...new Set(list)];
  const meant = originOf(wrong);
  throw new InvalidArgumentError(
    meant === undefined
      ? 'It must be one or more origins such as https://example.com, separated by commas.'
      : `Browsers send ${meant} instead of ${wrong}. Use ${meant}.`,
  );
}
