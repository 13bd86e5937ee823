import type { DevelopmentTokens } from './api/tokens.js';

/** What the service tells its pages. */
export interface Settings {
  readonly developmentTokens: DevelopmentTokens | null;
  /** The address of a MapLibre style that takes the place of the built-in one. */
  readonly mapStyle: string | null;
  readonly version: string;
}

const UNKNOWN: Settings = { developmentTokens: null, mapStyle: null, version: '' };

const ATTEMPTS = 3;
const TIMEOUT_MS = 5_000;
const PAUSE_MS = 500;

/**
 * Returns what the service tells, also after a hiccup; without an answer the page goes on, and asks
 * for a token.
 */
export async function readSettings(): Promise<Settings> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const settings = await askSettings().catch(() => undefined);
    if (settings !== undefined) return settings;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return UNKNOWN;
}

/** Returns undefined where another answer may come soon. */
async function askSettings(): Promise<Settings | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch('explorer.json', { cache: 'no-store', signal });
  if (response.ok) return { ...UNKNOWN, ...((await response.json()) as Partial<Settings>) };
  return response.status === 404 ? UNKNOWN : undefined;
}
