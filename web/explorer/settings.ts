import type { DevelopmentTokens } from './api/tokens.js';

/** The settings that the service gives its pages. */
export interface Settings {
  readonly developmentTokens: DevelopmentTokens | null;
  /** The address of a MapLibre style to use instead of the built-in style. */
  readonly mapStyle: string | null;
  readonly version: string;
}

const DEFAULTS: Settings = { developmentTokens: null, mapStyle: null, version: '' };

const ATTEMPTS = 3;
const TIMEOUT_MS = 5_000;
const PAUSE_MS = 500;

/** Reads the settings, with retries. Returns defaults if no answer comes. The page then asks for a token. */
export async function readSettings(): Promise<Settings> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const settings = await fetchSettings().catch(() => undefined);
    if (settings !== undefined) return settings;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return DEFAULTS;
}

/** Returns undefined if a retry may succeed. */
async function fetchSettings(): Promise<Settings | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch('explorer.json', { cache: 'no-store', signal });
  if (response.ok) return { ...DEFAULTS, ...((await response.json()) as Partial<Settings>) };
  return response.status === 404 ? DEFAULTS : undefined;
}
