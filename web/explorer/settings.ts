import type { DevelopmentTokens } from './api/tokens.js';

/** What the service tells its pages. */
export interface Settings {
  readonly developmentTokens: DevelopmentTokens | null;
  /** The address of a MapLibre style that takes the place of the built-in one. */
  readonly mapStyle: string | null;
  readonly version: string;
}

const UNKNOWN: Settings = { developmentTokens: null, mapStyle: null, version: '' };

/** Returns what the service tells; without an answer the page goes on, and asks for a token. */
export async function readSettings(): Promise<Settings> {
  try {
    const response = await fetch('explorer.json', { cache: 'no-store' });
    if (!response.ok) return UNKNOWN;
    return { ...UNKNOWN, ...((await response.json()) as Partial<Settings>) };
  } catch {
    return UNKNOWN;
  }
}
