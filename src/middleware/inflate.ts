import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import { invalidRequest, payloadTooLarge, unsupportedMediaType } from '../errors.js';

const unzipped = promisify(unzip);

/** By the names of the content codings of RFC 9110, section 8.4.1. */
const INFLATERS: ReadonlyMap<string, typeof unzipped> = new Map([
  ['gzip', unzipped],
  ['deflate', unzipped],
  ['br', promisify(brotliDecompress)],
]);

/**
 * Takes off a content coding.
 *
 * @param coding as `Content-Encoding` names it, in any case; empty: none.
 * @throws {ApiError} 415 if it is not known, 413 if more than `maxBytes` come out, 400 if the bytes
 * are not coded like that.
 */
export async function inflate(bytes: Buffer, coding: string, maxBytes: number): Promise<Buffer> {
  const name = coding.toLowerCase();
  if (name === '' || name === 'identity') return bytes;
  const inflater = INFLATERS.get(name);
  if (inflater === undefined) throw unsupportedMediaType();
  try {
    return await inflater(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw payloadTooLarge(maxBytes);
    }
    throw invalidRequest([], `The body is not coded by ${name}, as \`Content-Encoding\` says.`);
  }
}
