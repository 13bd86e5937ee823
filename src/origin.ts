/** What an address has that is of no origin. */
const NONE = 'null';

/** Tells whether a text is the origin of pages, as browsers send it: `https://example.com`. */
export function isOrigin(text: string): boolean {
  return originOf(text) === text;
}

/** Returns the origin of an address, as browsers send it: in lower case, ASCII, without a path. */
export function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin } = new URL(address);
  return origin === NONE ? undefined : origin;
}

/** Lists the origins of pages on this machine, and on the host that the API listens on, with any port. */
export function localOrigins(host: string): string[] {
  const own = host.includes(':') ? `[${host}]` : host.toLowerCase();
  const names = [...new Set(['localhost', '127.0.0.1', '[::1]', own])];
  return names.flatMap((name) => [`http://${name}:*`, `https://${name}:*`]);
}

/** Tells whether a list of origins has this one. In the list, `:*` at the end stands for any port and for none. */
export function isListed(origins: readonly string[], origin: string): boolean {
  return origins.includes(origin) || origins.includes(`${origin.replace(/:\d+$/, '')}:*`);
}
