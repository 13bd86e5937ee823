/**
 * Returns what belongs to a version; that of an earlier one is dropped.
 *
 * A request that began before a swap may bring the earlier version back for a moment: whatever is
 * kept for it is then of no use, and never wrong.
 */
export function ofOneVersion<Kept>(make: () => Kept): (version: string) => Kept {
  let current: { readonly version: string; readonly kept: Kept } | undefined;
  return (version) => {
    if (current?.version !== version) current = { version, kept: make() };
    return current.kept;
  };
}
