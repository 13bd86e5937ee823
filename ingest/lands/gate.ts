/**
 * Lists faults in the lands of a generation: none at all, or a chosen country without any.
 * @param counts how many lands each country has
 */
export function checkCounts(
  counts: ReadonlyMap<string, number>,
  chosen: readonly string[],
): string[] {
  if (counts.size === 0) return ['there are no lands'];
  const missing = chosen.filter((id) => !counts.has(id));
  return missing.length > 0 ? [`there are no lands of ${missing.join(', ')}`] : [];
}
