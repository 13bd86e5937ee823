/**
 * Returns the address to which paths are added.
 *
 * @throws {TypeError} if it is not a whole one.
 */
export function baseOf(url: string | URL): URL {
  const base = parse(url);
  if (base?.protocol !== 'http:' && base?.protocol !== 'https:') {
    throw new TypeError(
      `\`url\` must be the whole address of the service, such as https://geo.example or https://example.org/geo: ${String(url)}`,
    );
  }
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return base;
}

function parse(url: string | URL): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

/** Returns the address of a request; parameters that are undefined are left out. */
export function targetOf(base: URL, path: string, query: object): URL {
  const target = new URL(path.slice(1), base);
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    if (value !== undefined) target.searchParams.set(name, textOf(value));
  }
  return target;
}

function textOf(value: unknown): string {
  return typeof value === 'number' ? plainDecimal(value) : String(value);
}

/** The API takes no exponents, in which JavaScript writes what is nearly zero. */
function plainDecimal(value: number): string {
  const text = String(value);
  return text.includes('e-') ? value.toFixed(20) : text;
}
