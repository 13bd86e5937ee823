/**
 * Loads a package, or a file of this folder, for all files of tests that run in this process: see environment.mjs, which
 * puts it there.
 */
export const { requireOnce } = globalThis as unknown as { requireOnce: (id: string) => unknown };
