import { isIP } from 'node:net';

/** The origin of a URL without origin. */
const NONE = 'null';

/** True for an origin as browsers send it, such as `https://example.com`. */
export function isOrigin(text: string): boolean {
  return originOf(text) === text;
}

/** Returns the origin of a URL as browsers send it: lower case, ASCII, without a path. */
export function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin } = new URL(address);
  return origin === NONE ? undefined : origin;
}

/** Lists the origins of this machine and of the API's host, with any port. */
export function localOrigins(host: string): string[] {
  const own = host.includes(':') ? `[${host}]` : host.toLowerCase();
  const names = [...new Set(['localhost', '127.0.0.1', '[::1]', own])];
  return names.flatMap((name) => [`http://${name}:*`, `https://${name}:*`]);
}

/** True if the list has this origin. `:*` at the end of an entry means any port, or none. */
export function isListed(origins: readonly string[], origin: string): boolean {
  return origins.includes(origin) || origins.includes(`${origin.replace(/:\d+$/, '')}:*`);
}

/**
 * True if a request without `Origin` cannot be from a page of another site. By DNS rebinding such a page
 * reaches this machine under a name of its own, which `Host` then has. An IP address is no such name.
 */
export function isOwnHost(origins: readonly string[], host: string): boolean {
  const address = `http://${host.toLowerCase()}`;
  if (!URL.canParse(address)) return false;
  const { host: parsed, hostname: name } = new URL(address);
  // Rejects a host with a path or a login.
  if (parsed !== host.toLowerCase().replace(/:80$/, '')) return false;
  if (isIP(name.replace(/^\[(.*)\]$/, '$1')) > 0 || /(?:^|\.)localhost$/.test(name)) return true;
  return ['http', 'https'].some((scheme) => isListed(origins, `${scheme}://${host.toLowerCase()}`));
}
