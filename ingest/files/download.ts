import { createHash } from 'node:crypto';
import { lookup } from 'node:dns';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UsageError } from '../../core/cli/failure.js';
import { rememberDownload, shownAddress, splitAddress } from './address.js';

export interface DownloadRules {
  /** The folder of the files that were downloaded. */
  folder: string;
  maxMegabytes: number;
  /** Accept http, and addresses of this computer and of private networks. */
  allowPrivate: boolean;
  /** The limit for the whole file. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Receives what was done. */
  note?: (text: string) => void;
}

/** The rules without any setting. */
export const DEFAULT_RULES = {
  folder: 'data/downloads',
  maxMegabytes: 10_000,
  allowPrivate: false,
} as const satisfies DownloadRules;

const TIMEOUT_MS = 3_600_000;
const SILENCE_MS = 60_000;
const MAX_REDIRECTS = 5;

/** Networks that are not of the public internet. Teredo and 6to4 hold addresses of IPv4. */
const PRIVATE = { ipv4: new BlockList(), ipv6: new BlockList() };
const NETWORKS = '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3 ::/3 2001::/32 2002::/16 4000::/2 8000::/1'; // prettier-ignore
for (const network of NETWORKS.split(' ')) {
  const [address = '', bits] = network.split('/');
  PRIVATE[familyOf(address)].addSubnet(address, Number(bits), familyOf(address));
}

/** True for an IP address that is loopback, link-local, private, or of no single computer. */
export function isPrivate(ip: string): boolean {
  return PRIVATE[familyOf(ip)].check(ip, familyOf(ip));
}

function familyOf(ip: string): 'ipv4' | 'ipv6' {
  return isIP(ip) === 4 ? 'ipv4' : 'ipv6';
}

function assertPublic(host: string, ips: readonly string[]): void {
  const found = ips.find(isPrivate);
  if (found !== undefined)
    throw new UsageError(
      `${host} is the private address ${found}; SOURCES_ALLOW_PRIVATE_ADDRESSES=true allows it`,
    );
}

/** The connection is made to the very addresses that were checked, so another answer of DNS changes nothing. */
const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    try {
      if (error !== null) throw error;
      assertPublic(host, found.map(({ address }) => address)); // prettier-ignore
      const [{ address, family } = { address: '', family: 0 }] = found;
      if (options.all === true) callback(null, found);
      else callback(null, address, family);
    } catch (fault) {
      callback(fault as Error, '', 0);
    }
  });
};

/**
 * Downloads a file, unless the copy of an earlier run is still the same by its `ETag` or `Last-Modified`. From then on the
 * address, as it is shown, may be read like a path.
 * @throws with the address, without credentials, and what to do
 */
export async function download(address: string, rules: DownloadRules): Promise<void> {
  const { address: shown } = splitAddress(shownAddress(address));
  // A new signature replaces the file of the old one.
  const folder = join(rules.folder, hashOf(shown));
  const addressHash = hashOf(splitAddress(address).address);
  const name = basename(new URL(address).pathname).replace(/[^\w.-]|^\./g, '_').slice(-100); // prettier-ignore
  const path = join(folder, name || 'file');
  const validators = join(folder, '.validators.json');
  const part = join(folder, `.${process.pid}.part`);
  const timeout = AbortSignal.timeout(rules.timeoutMs ?? TIMEOUT_MS);
  const signal = AbortSignal.any([timeout, ...(rules.signal ? [rules.signal] : [])]);
  try {
    const isThere = existsSync(path) && existsSync(validators);
    const stored = (isThere ? JSON.parse(readFileSync(validators, 'utf8')) : {}) as Validators;
    const conditions = stored.addressHash === addressHash ? (stored.headers ?? {}) : {};
    const response = await answerOf(new URL(address), conditions, { ...rules, signal });
    const isSame = response.statusCode === 304;
    if (isSame) response.resume();
    else {
      await mkdir(folder, { recursive: true });
      await pipeline(response, upTo(rules.maxMegabytes, response), createWriteStream(part), { signal }); // prettier-ignore
      const { etag, 'last-modified': time } = response.headers;
      // Old ones must never stand beside a new file.
      await rm(validators, { force: true });
      await rename(part, path);
      if (etag ?? time) await writeFile(validators, JSON.stringify({ addressHash, headers: { 'If-None-Match': etag, 'If-Modified-Since': time } })); // prettier-ignore
    }
    rules.note?.(`${isSame ? 'unchanged since the last download' : 'downloaded'}: ${shown}`);
    rememberDownload(shown, path);
  } catch (error) {
    await rm(part, { force: true });
    rules.signal?.throwIfAborted();
    const reason = timeout.aborted ? 'it takes too long' : (error as Error).message;
    const text = `${shown} cannot be downloaded: ${reason}.`;
    const cause = { cause: error };
    if (error instanceof UsageError) throw new UsageError(text, cause);
    throw new Error(`${text} Try again later, or download it and name the file.`, cause);
  }
}

type Headers = Readonly<Record<string, string>>;

/** The conditions of the next download, valid for one address with its secrets. */
interface Validators {
  addressHash?: string;
  headers?: Headers;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Returns the first answer that is no redirection. @throws unless it is 200, or 304 with conditions */
async function answerOf(
  url: URL,
  headers: Headers,
  rules: DownloadRules,
  redirects = 0,
): Promise<IncomingMessage> {
  const response = await requested(url, headers, rules);
  const { statusCode = 0, headers: { location } } = response; // prettier-ignore
  if (statusCode === 200 || (statusCode === 304 && Object.keys(headers).length > 0))
    return response;
  response.destroy();
  if (statusCode > 300 && statusCode < 309 && location !== undefined) {
    if (redirects === MAX_REDIRECTS) throw new Error(`it has more than ${MAX_REDIRECTS} redirections`); // prettier-ignore
    // An address of another origin has no user and password.
    return await answerOf(new URL(location, url), headers, rules, redirects + 1);
  }
  if (statusCode === 404) throw new UsageError('the server answers 404. Check the address');
  throw new Error(`the server answers ${statusCode}`);
}

async function requested(
  url: URL,
  headers: Headers,
  { allowPrivate, signal }: DownloadRules,
): Promise<IncomingMessage> {
  const isPlain = url.protocol === 'http:';
  if (url.protocol !== 'https:' && !(isPlain && allowPrivate))
    throw new UsageError(`${url.origin} is not an https address${isPlain ? '; SOURCES_ALLOW_PRIVATE_ADDRESSES=true allows http' : ''}`); // prettier-ignore
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Nothing is looked up for an IP address.
  if (!allowPrivate && isIP(host) !== 0) assertPublic(host, [host]);
  const options = { headers, signal, timeout: SILENCE_MS, ...(!allowPrivate && { lookup: publicLookup }) }; // prettier-ignore
  return await new Promise((resolve, reject) => {
    const request = (isPlain ? requestHttp : requestHttps)(url, options, resolve);
    request.on('error', reject).on('timeout', () => {
      request.destroy(new Error(`nothing came for ${SILENCE_MS / 1_000} s`));
    });
    request.end();
  });
}

/** Passes bytes on. @throws when there are more than so many megabytes, or said to be */
function upTo(maxMegabytes: number, { headers }: IncomingMessage) {
  const tooLarge = new Error(`it has more than ${maxMegabytes} MB; SOURCES_MAX_MEGABYTES allows more`); // prettier-ignore
  const maxBytes = maxMegabytes * 1024 ** 2;
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge;
  return async function* limited(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const piece of content) {
      bytes += piece.length;
      if (bytes > maxBytes) throw tooLarge;
      yield piece;
    }
  };
}
