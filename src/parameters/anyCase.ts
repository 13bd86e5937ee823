/**
 * Returns a pattern, written with lower-case letters, that matches in any case: not by a flag, which
 * JSON Schema does not have. Letters stand for themselves, alone or in a set.
 */
export function inAnyCase(pattern: string): string {
  return pattern.replace(/\[([^\]]*)\]|[a-z]/g, (letter, set: string | undefined) => {
    const either = set ?? letter;
    return `[${either}${either.toUpperCase()}]`;
  });
}
