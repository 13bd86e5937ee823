/** The settings that the service gives its pages. */
export interface Settings {
  readonly developmentTokens: Readonly<Record<'public' | 'internal', string>> | null;
  /** The address of a MapLibre style to use instead of the built-in style. */
  readonly mapStyle: string | null;
  /** The script of the widget: its compressed size, and its hash. Absent if the settings could not be read. */
  readonly widget?: {
    readonly version: number;
    readonly bytes: number;
    readonly integrity: string;
  };
}

const DEFAULTS: Settings = { developmentTokens: null, mapStyle: null };

const ATTEMPTS = 3;
const TIMEOUT_MS = 5_000;
const PAUSE_MS = 500;

/**
 * Reads the settings, with retries. Returns defaults if no answer comes. The page then asks for a token.
 * @param service its address, with a slash at the end
 */
export async function readSettings(service: string | URL): Promise<Settings> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const settings = await fetchSettings(service).catch(() => undefined);
    if (settings !== undefined) return settings;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return DEFAULTS;
}

/** Returns undefined if a retry may succeed. */
async function fetchSettings(service: string | URL): Promise<Settings | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const target = new URL('explorer.json', service);
  const response = await fetch(target, { cache: 'no-store', signal });
  if (response.ok) return { ...DEFAULTS, ...((await response.json()) as Partial<Settings>) };
  return response.status === 404 ? DEFAULTS : undefined;
}
