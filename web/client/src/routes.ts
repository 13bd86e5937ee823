import type { paths } from './schema.js';

/** The paths that take a method. */
type PathsOf<Method extends 'get' | 'put' | 'post'> = {
  [Path in keyof paths]: paths[Path] extends Record<Method, object> ? Path : never;
}[keyof paths];

export type LookupPath = PathsOf<'get'>;
export type WritePath = PathsOf<'put'>;
export type BatchPath = PathsOf<'post'>;

/** A location, in one of the two ways that the API takes. */
export type Where =
  { land_id: string; lat?: never; lng?: never } | { land_id?: never; lat: number; lng: number };

type Documented<Path extends LookupPath> = paths[Path]['get'] extends {
  parameters: { query?: infer Query };
}
  ? NonNullable<Query>
  : never;

/** Lets lists be given that nobody may change. */
type Given<Parameters> = {
  [Name in keyof Parameters]: Parameters[Name] extends string[]
    ? readonly string[]
    : Parameters[Name];
};

/** The parameters of a lookup, by the names that the API has for them. */
export type Query<Path extends LookupPath> = [Documented<Path>] extends [never]
  ? Record<string, never>
  : 'land_id' extends keyof Documented<Path>
    ? Omit<Given<Documented<Path>>, keyof Where> & Where
    : Given<Documented<Path>>;

/** The members of a write, by the names that the API has for them. */
export type Members<Path extends WritePath> =
  paths[Path]['put']['requestBody']['content']['application/json'];

/** The parameters of a batch, for all its locations. */
export type BatchQuery<Path extends BatchPath> = NonNullable<
  paths[Path]['post']['parameters']['query']
>;

/** An answer to a batch: `data` has one for each location, in the order sent; of a faulty one its `error`. */
export type BatchAnswer<Path extends BatchPath> =
  paths[Path]['post']['responses'][200]['content']['application/json'] & Written;

/** An answer to a write. */
export interface Written {
  /** Names the request in reports and logs. */
  readonly requestId: string | undefined;
}

type Body<Path extends LookupPath> =
  paths[Path]['get']['responses'][200]['content']['application/json'];

/** An answer to a lookup: `data`, and beside it `missing` or `truncated`, where there are such. */
export type Answer<Path extends LookupPath> = Body<Path> & Written;

type Data<Path extends LookupPath> = Body<Path>['data'];

export type Country = Data<'/countries/findAll'>[number];
/** `latlng` is null for the empty city only, `NO_CITY`. */
export type City = Data<'/cities/findByName'>[number];
/** All that is at a location. `land` and `time_zone` are null where there is none. */
export type Located = Data<'/locate'>;
export type Land = Data<'/lands/findByIds'>[number];
export type Place = Data<'/places/findByIds'>[number];
export type Marker = Data<'/markers/findByRadius'>[number];
/** What is live of a resource, and what it was made from. */
export type ResourceData = Data<'/data'>[number];
