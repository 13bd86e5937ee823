import type Joi from 'joi';
import type { ValuesOf } from '../../core/elasticsearch/environment.js';
import { landAt, landCentre, parseLandId } from '../../core/geo/land.js';
import type { Point } from '../../core/geo/point.js';
import { bodyJoi, documented, queryJoi } from './joi.js';
import { type Faults, type GivenValues, optional } from './rules.js';

const MAX_RINGS = 10;

/** Matches the ids of all cells of resolution 8, in any case. Some that it matches are not a cell. */
const LAND_PATTERN = /^88[0-9a-fA-F]{8}[fF]{5}$/;

const latitudeOf = (joi: Joi.Root): Joi.NumberSchema =>
  documented(joi.number().min(-90).max(90), {
    meaning: 'Latitude in degrees, together with `lng`',
    rule: 'a number from -90 to 90',
    example: 48.8566,
  });

const longitudeOf = (joi: Joi.Root): Joi.NumberSchema =>
  documented(joi.number().min(-180).max(180), {
    meaning: 'Longitude in degrees, together with `lat`',
    rule: 'a number from -180 to 180',
    example: 2.3522,
  });

export const latitude = latitudeOf(queryJoi);
export const longitude = longitudeOf(queryJoi);

const nearKeysOf = (joi: Joi.Root) => ({
  lat: optional(latitudeOf(joi)),
  lng: optional(longitudeOf(joi)),
});

/** An optional position, checked by `nearFaults`. */
export const nearKeys = nearKeysOf(queryJoi);

/** Returns the fault of half a position. */
export function nearFaults(given: GivenValues): Faults {
  const [hasLat, hasLng] = [given.lat !== undefined, given.lng !== undefined];
  if (hasLat === hasLng) return new Map();
  return new Map([[hasLat ? 'lng' : 'lat', 'is required: `lat` and `lng` go together']]);
}

/** Returns the position, or undefined if it is not given. */
export function readNear({ lat, lng }: ValuesOf<typeof nearKeys>): Point | undefined {
  return lat === undefined || lng === undefined ? undefined : { latitude: lat, longitude: lng };
}

/** The id of a land, as it is stored. */
export const land = queryJoi
  .string()
  .pattern(LAND_PATTERN)
  .custom((text: string, helpers) => parseLandId(text) ?? helpers.error('any.invalid'));

const landId = documented(land, {
  meaning: 'A land, which stands for the centre of its cell; instead of `lat` and `lng`',
  rule: 'a valid H3 cell of resolution 8, in upper or lower case',
  example: '881fb46625fffff',
});

const keysOf = (joi: Joi.Root) => ({ land_id: optional(landId), ...nearKeysOf(joi) });

/** The parameters of every location lookup, checked by `locationFaults`. */
export const locationKeys = keysOf(queryJoi);

/** The members of a location in a JSON body, checked by `locationFaults`. */
export const bodyLocationKeys = keysOf(bodyJoi);

/** Returns the faults of a location: exactly one kind must be given. */
export function locationFaults(given: GivenValues): Faults {
  const [hasLand, hasLat, hasLng] = ['land_id', 'lat', 'lng'].map((name) => given[name] !== undefined); // prettier-ignore
  const faults = new Map(nearFaults(given));
  if (hasLand && (hasLat || hasLng))
    faults.set('land_id', 'must not be given together with `lat` or `lng`');
  if (!hasLand && !hasLat && !hasLng)
    faults.set('land_id', 'is required, or instead of it `lat` and `lng`');
  return faults;
}

/** Returns the point of a location. A land stands for the centre of its cell. */
export function readPoint(query: ValuesOf<typeof locationKeys>): Point {
  const point = query.land_id === undefined ? readNear(query) : landCentre(query.land_id);
  if (point === undefined) throw new Error('not checked by locationFaults');
  return point;
}

/** The parameters of a lookup around a location, checked by `locationFaults`. */
export const aroundKeys = {
  ...locationKeys,
  k: documented(queryJoi.number().integer().min(0).max(MAX_RINGS).default(0), {
    meaning: 'The number of rings of lands around the centre land',
    rule: `an integer from 0 to ${MAX_RINGS}`,
    example: 1,
  }),
};

/** Describes `k`, for the routes that take it. */
export const RINGS =
  'The centre land is `land_id`, or the cell that holds `lat` and `lng`. `k` is the number of rings around it. 0, the default, is the centre land only. 1 is 7 lands: the centre and all that are directly adjacent. 2 is 19: also all that are adjacent to those. 10, the most, is 331. Around one of the 12 pentagons of H3 rings are shorter: 6 lands for 1, 16 for 2.';

/** Returns the centre land of a lookup around a location, and the number of rings around it. */
export function readAround({ k: rings, ...location }: ValuesOf<typeof aroundKeys>) {
  return { centreId: location.land_id ?? landAt(readPoint(location)), rings };
}
