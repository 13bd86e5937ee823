export { GeographicData } from './client.js';
export {
  ApiError,
  type Failure,
  type Fault,
  Forbidden,
  GeographicDataError,
  InvalidRequest,
  NetworkError,
  NotFound,
  RateLimited,
  StaleSeason,
  TimeoutError,
  Unauthorized,
  Unavailable,
  UnexpectedAnswer,
} from './errors.js';
export type { City, Located, SearchResult } from './entities.js';
export type {
  Answer,
  BatchAnswer,
  BatchPath,
  BatchQuery,
  Country,
  Land,
  LookupPath,
  Marker,
  Members,
  Place,
  Query,
  ResourceData,
  Where,
  WritePath,
  Written,
} from './routes.js';
export {
  type Biome,
  type Language,
  LANGUAGES,
  type LanguageTag,
  type paths,
  type PlaceCategory,
} from './schema.js';
export type { CallOptions, Settings } from './transport.js';
