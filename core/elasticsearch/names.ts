/**
 * Returns the alias through which a resource is read. It points at the live generation. A second alias
 * points at the generation before, for a rollback.
 */
export function liveAlias(indexPrefix: string, resource: string): string {
  return `${indexPrefix}-${resource}`;
}

/** Returns the alias of the generation that was live before. */
export function previousAlias(indexPrefix: string, resource: string): string {
  return `${liveAlias(indexPrefix, resource)}-previous`;
}

/** Returns the alias of the generation that is held until a person promotes it. */
export function heldAlias(indexPrefix: string, resource: string): string {
  return `${liveAlias(indexPrefix, resource)}-held`;
}

/** Returns the alias that a generation of a pinned resource has. */
export function pinnedAlias(indexPrefix: string, resource: string): string {
  return `${liveAlias(indexPrefix, resource)}-pinned`;
}

/** Returns the index of a generation that was begun at this time, such as `geo-cities-g20261121t104500123`. */
export function generationIndex(indexPrefix: string, resource: string, begun: Date): string {
  const digits = begun
    .toISOString()
    .replace(/[-:.Z]/g, '')
    .toLowerCase();
  return `${liveAlias(indexPrefix, resource)}-g${digits}`;
}

/** True for an index that is a generation of this resource, and not of a longer prefix. */
export function isGenerationIndex(indexPrefix: string, resource: string, index: string): boolean {
  const alias = liveAlias(indexPrefix, resource);
  return index.startsWith(`${alias}-g`) && /^\d{8}t\d{9}$/.test(index.slice(alias.length + 2));
}
