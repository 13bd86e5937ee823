import { basename } from 'node:path';

const ADDRESS = /^[a-z][a-z0-9+.-]+:\/\//i;
/** Matches the value of a parameter that is a credential, as in signed addresses: by the end of its name. */
const SECRET =
  /([?&][^=&#]*(?:token|key|sig|signature|secret|pass|password|passwd|pwd|auth|authorization|creds?|credentials?)(?:[-_]?(?:id|value|v?\d+))?=)[^&#]+/gi;

/** The addresses that were shown, without entries, by what was shown of each. */
const addresses = new Map<string, string>();
/** The paths of downloaded files, by address as messages show it. */
const downloads = new Map<string, string>();

export function isAddress(file: string): boolean {
  return ADDRESS.test(file);
}

/**
 * Returns an address without user, password and the values of secret parameters. Addresses that differ in these only
 * are numbered, because each is a file of its own.
 */
export function shownAddress(address: string): string {
  const url = new URL(address);
  const { hash } = url;
  url.hash = '';
  const { href: whole } = url;
  [url.username, url.password] = ['', ''];
  const short = url.href.replace(SECRET, '$1…');
  let shown = short;
  for (let number = 2; (addresses.get(shown) ?? whole) !== whole; number += 1)
    shown = `${short} (${number})`;
  addresses.set(shown, whole);
  return `${shown}${hash}`;
}

/** Returns an address without the entry of an archive that it may name, and that entry. */
export function splitAddress(shown: string): { address: string; entry?: string } {
  const [address = '', entry] = shown.split('#', 2);
  return { address, ...(entry && { entry: decodeURIComponent(entry) }) };
}

export function rememberDownload(address: string, path: string): void {
  downloads.set(address, path);
}

/** Returns the path of a downloaded file. */
export function downloadOf(address: string): string {
  return downloads.get(address) ?? address;
}

/** Returns the name of a file in provenance and in messages: without its folder, or its whole address. */
export function nameOf(file: string): string {
  return isAddress(file) ? splitAddress(file).address : basename(file);
}
