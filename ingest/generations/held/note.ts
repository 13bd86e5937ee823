/** In the `_meta` of a generation that is held, and was never about to go live. */
const HELD = 'held';

/** What a held generation was judged by. */
export interface HeldNote {
  /** What was live then. */
  beside: string | undefined;
  /** It was allowed to be much smaller than that. */
  allowShrink: boolean;
}

/** Returns what is written of it. */
export function heldNote({ beside, allowShrink }: HeldNote): Record<string, unknown> {
  return { [HELD]: { beside: beside ?? null, allowShrink } };
}

/** Reads it out of notes that anybody could have written. */
export function readHeldNote(meta: Readonly<Record<string, unknown>>): HeldNote | undefined {
  const note = meta[HELD];
  if (typeof note !== 'object' || note === null) return undefined;
  const { beside, allowShrink } = note as Record<string, unknown>;
  return {
    beside: typeof beside === 'string' ? beside : undefined,
    allowShrink: allowShrink === true,
  };
}

/** Returns the notes of a generation that goes live. */
export function withoutHeldNote(meta: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(meta).filter(([name]) => name !== HELD));
}
