/**
 * Returns the alias through which a resource is read. It points at the live generation; the
 * generation before it stays under a second alias, for a rollback.
 */
export function liveAlias(indexPrefix: string, resource: string): string {
  return `${indexPrefix}-${resource}`;
}

/** The alias of the generation that was live before the present one. */
export function previousAlias(indexPrefix: string, resource: string): string {
  return `${liveAlias(indexPrefix, resource)}-previous`;
}

/** The alias of the generation that is complete and waits for a person to make it live. */
export function heldAlias(indexPrefix: string, resource: string): string {
  return `${liveAlias(indexPrefix, resource)}-held`;
}

/** The index of a generation begun at the given time, such as `geo-cities-g20261121t104500123`. */
export function generationIndex(indexPrefix: string, resource: string, begun: Date): string {
  const digits = begun
    .toISOString()
    .replace(/[-:.Z]/g, '')
    .toLowerCase();
  return `${liveAlias(indexPrefix, resource)}-g${digits}`;
}

/** Tells whether the name is that of a generation of this resource (and not of a longer prefix). */
export function isGenerationIndex(indexPrefix: string, resource: string, index: string): boolean {
  const alias = liveAlias(indexPrefix, resource);
  return index.startsWith(`${alias}-g`) && /^\d{8}t\d{9}$/.test(index.slice(alias.length + 2));
}
