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
export type {
  Answer,
  BatchAnswer,
  BatchPath,
  BatchQuery,
  City,
  Country,
  Land,
  Located,
  LookupPath,
  Marker,
  Members,
  Place,
  Query,
  ResourceData,
  SearchResult,
  Where,
  WritePath,
  Written,
} from './routes.js';
export type { paths } from './schema.js';
export type { CallOptions, Settings } from './transport.js';
