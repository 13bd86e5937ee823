import type { components, paths } from './schema.js';

type Schemas = components['schemas'];

/** The paths with a method. */
type PathsOf<Method extends 'get' | 'put' | 'post'> = {
  [Path in keyof paths]: paths[Path] extends Record<Method, object> ? Path : never;
}[keyof paths];

export type LookupPath = PathsOf<'get'>;
export type WritePath = PathsOf<'put'>;
export type BatchPath = Exclude<PathsOf<'post'>, `${string}/findByIds`>;

/** A location: a point or a land. */
export type Where =
  { land_id: string; lat?: never; lng?: never } | { land_id?: never; lat: number; lng: number };

type Documented<Path extends LookupPath> = paths[Path]['get'] extends {
  parameters: { query?: infer Query };
}
  ? NonNullable<Query>
  : never;

/** Also accepts read-only lists. */
type Given<Parameters> = { [Name in keyof Parameters]: ReadOnlyList<Parameters[Name]> };
type ReadOnlyList<Value> = Value extends (infer Item)[] ? readonly Item[] : Value;

/** The parameters of a lookup. */
export type Query<Path extends LookupPath> = [Documented<Path>] extends [never]
  ? Record<string, never>
  : 'land_id' extends keyof Documented<Path>
    ? Omit<Given<Documented<Path>>, keyof Where> & Where
    : Given<Documented<Path>>;

/** The members of a write. */
export type Members<Path extends WritePath> =
  paths[Path]['put']['requestBody']['content']['application/json'];

/** The parameters of a batch, for all its locations. */
export type BatchQuery<Path extends BatchPath> = Given<
  NonNullable<paths[Path]['post']['parameters']['query']>
>;

/** The answer to a batch. `data` has an entry, or an `error`, for each location in its order. */
export type BatchAnswer<Given> = Written & {
  status: 'ok';
  data: (Named<Given> | Failed)[];
};

/** The entry of a location that is faulty, or could not be answered in time. */
interface Failed {
  error: Schemas['Failure'];
}

/** An answer to a write. */
export interface Written {
  /** Identifies the request in logs. */
  readonly requestId: string | undefined;
}

type Body<Path extends LookupPath> = Path extends keyof Exact
  ? Omit<Sent<Path>, 'data'> & { data: Exact[Path] }
  : Sent<Path>;
type Sent<Path extends LookupPath> =
  paths[Path]['get']['responses'][200]['content']['application/json'];
/** Adds the choices within `data`. The document lacks them, because many generators of clients cannot read them. */
interface Exact {
  /** Without `fields`, a location has all members. */
  '/locate': Required<Schemas['Location']>;
  '/search': { [Type in FoundType]: FoundOf<Type> }[FoundType][];
  '/data': (Omit<Schemas['ResourceData'], 'live'> & { live: LiveGeneration | null })[];
}

type FoundType = Schemas['SearchResult']['type'];
/** A result has the entity that its type names. Only cities have `near`. */
type FoundOf<Type extends FoundType> = { type: Type; matched_name: string | null } & Required<
  Pick<Schemas['SearchResult'], Type>
> &
  (Type extends 'city' ? Pick<Schemas['SearchResult'], 'near'> : unknown);

type LiveGeneration = Omit<Schemas['Generation'], 'sources'> & {
  sources: (Required<Omit<Schemas['Source'], 'generation'>> | { generation: string })[];
};

/** The answer to a lookup: `data`, and sometimes `missing`, `truncated` or `matched_names`. */
export type Answer<Path extends LookupPath> = Returned<Body<Path>> & Written;

/** A location with the members that `fields` names; with all of them without `fields`. */
type Named<Given> = Given extends { fields: readonly (infer Name)[] }
  ? Pick<Answer<'/locate'>['data'], Name & keyof Answer<'/locate'>['data']>
  : Answer<'/locate'>['data'];

/** The answer to a location. */
export type LocateAnswer<Given> = Omit<Answer<'/locate'>, 'data'> & { data: Named<Given> };

/** A body as the client returns it: the empty city, `NO_CITY`, is undefined, so every city has a position. */
type Returned<Value> = Value extends readonly (infer Item)[]
  ? Returned<Item>[]
  : Value extends Record<string, unknown>
    ? {
        [Name in keyof Value]: Name extends 'latlng'
          ? NonNullable<Value[Name]>
          : Returned<Value[Name]> | (Name extends ClosestCity<Value> ? undefined : never);
      }
    : Value;

/** The property of the closest city of a location. */
type ClosestCity<Value> = Value extends { data: { latlng: unknown } }
  ? 'data'
  : Value extends { city_distance_km: unknown }
    ? 'city'
    : never;

type Data<Path extends LookupPath> = Body<Path>['data'];

// The entities as the service sends them.

export type Country = Data<'/countries/findAll'>[number];
/** `latlng` is null only for the empty city. */
export type City = Data<'/cities/findByName'>[number];
/** A country, city or region, and the name that matched if it is not the one shown. */
export type SearchResult = Data<'/search'>[number];
/** Everything at a location. `land` and `time_zone` may be null. */
export type Located = Data<'/locate'>;
export type Land = Data<'/lands/findByIds'>[number];
export type Place = Data<'/places/findByIds'>[number];
export type Marker = Data<'/markers/findByRadius'>[number];
/** The live data of a resource and its sources. */
export type ResourceData = Data<'/data'>[number];
