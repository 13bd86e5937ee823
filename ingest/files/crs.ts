import { valueAt } from './ndjson.js';
import { cut } from './shown.js';

/**
 * EPSG codes of degrees from Greenwich on datums within metres of WGS 84: WGS 84, NAD83, ETRS89, GDA94, GDA2020, NZGD2000,
 * JGD2000, JGD2011, SIRGAS 2000, CGCS2000, RGF93 and Hartebeesthoek94, also with heights.
 */
const NEAR_CODES: ReadonlySet<string> = new Set(
  '4326 4979 4269 4152 4759 4617 4955 6318 6319 4258 4937 4283 4939 7844 7843 4167 4959 4612 6668 4674 4490 4171 4148'.split(' '), // prettier-ignore
);
/** Matches the end of names that programs write: `urn:ogc:def:crs:EPSG::4326`, `OGC:CRS84`, `GCS_WGS_1984`. */
const NAMED =
  /(?:CRS:?8[34]h?|(?:EPSG|srid)[:/](?:[\d.]*[:/])?(\d+)|^(?:GCS_)?(?:WGS[ _]?(?:19)?84|NAD83|ETRS89))$/i;

const SEMI_MAJOR_METERS = 6_378_137;
/** The inverse flattening of WGS 84 and GRS 80, which all datums within metres of WGS 84 use. */
const FLATTENING = 298.2572;
/** Matches a datum that has the ellipsoid of WGS 84, but is 200 m away. */
const FAR = /VN[-_ ]?2000|Vietnam[-_ ]2000/i;
const DEGREE = Math.PI / 180;

/** @throws with what to do, if coordinates of this system are not degrees as {@link foreignCrs} accepts them */
export function assertWgs84(crs: string | object): void {
  const name = foreignCrs(crs);
  if (name === undefined) return;
  throw new Error(
    `its coordinates are of ${name}, and not degrees of WGS 84 from Greenwich: convert it (\`ogr2ogr -t_srs EPSG:4326 NEW FILE\`)`,
  );
}

/**
 * Returns the name of a coordinate system, unless its coordinates are degrees from Greenwich on a datum within metres
 * of WGS 84. The order of its axes does not count, because all kinds of files have the longitude first.
 * @param crs its name, such as EPSG:4326, WKT or PROJJSON
 */
export function foreignCrs(crs: string | object): string | undefined {
  if (typeof crs === 'object') {
    const [authority, code, name = 'no name'] = ['id.authority', 'id.code', 'name'].map(
      (path) => valueAt(crs, path) as string | undefined,
    );
    return foreignCrs(code === undefined ? name : `${authority}:${code}`) && name;
  }
  const [known, code] = NAMED.exec(crs.trim()) ?? [];
  if (known !== undefined) return code === undefined || NEAR_CODES.has(code) ? undefined : crs;
  const [, name = cut(crs.trim(), 60)] = /"([^"]*)"/.exec(crs) ?? [];
  const numbers = (pattern: RegExp): number[] =>
    [...crs.matchAll(pattern)].flatMap(([, ...texts]) => texts.map(Number));
  const [meters = NaN, flattening = NaN] = numbers(/(?:SPHEROID|ELLIPSOID)\["[^"]*",([^,\]]*),([^,\]]*)/gi); // prettier-ignore
  const [meridian = 0] = numbers(/PRIMEM(?:ERIDIAN)?\["[^"]*",([^,\]]*)/gi);
  // Units of length follow the unit of angles, or are named LENGTHUNIT.
  const [unit = NaN, ...others] = numbers(/(?:ANGLE|(?<![A-Z]))UNIT\["[^"]*",([^,\]]*)/gi);
  const isGeographic = /GEOG(?:CS|CRS|RAPHICCRS)\[/i.test(crs) && !/PROJ(?:CS|CRS|ECTEDCRS)\[/i.test(crs); // prettier-ignore
  const isDegree = (each: number): boolean => Math.abs(each - DEGREE) < 1e-8;
  const areDegrees = isDegree(unit) && others.every((each) => each > 0.1 || isDegree(each));
  const isGlobal = meters === SEMI_MAJOR_METERS && Math.abs(flattening - FLATTENING) < 0.001;
  const isNear = isGeographic && meridian === 0 && areDegrees && isGlobal;
  return isNear && !FAR.test(crs) ? undefined : name;
}
