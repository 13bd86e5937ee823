import type { Answer } from './routes.js';

// The entities as the client returns them.

export type City = Answer<'/cities/findByName'>['data'][number];
/** A country, city or region, and the name that matched if it is not the one shown. */
export type SearchResult = Answer<'/search'>['data'][number];
/** Everything at a location. `city` may be undefined, `land` and `time_zone` may be null. */
export type Located = Answer<'/locate'>['data'];
