/**
 * So long after a key a list may show what an earlier text has found: without it the list would
 * flicker at every key, and longer it would pass for what the present text finds.
 */
export const OUTDATED_AFTER_MS = 300;
