export { GeographicData } from './client.js';
export * from './errors.js';
export type * from './routes.js';
// In place of the entities of the same name that the service sends.
export type { City, Located, SearchResult } from './entities.js';
export { LANGUAGES } from './schema.js';
export type { Biome, Language, LanguageTag, paths, PlaceCategory } from './schema.js';
export type { CallOptions, Settings } from './transport.js';
