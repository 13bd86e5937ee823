import { LANGUAGES, type Names } from '../../indices/languages.js';
import { type Feature, polygonsOf, propertyText } from '../files/feature.js';
import { readFeatures } from '../files/readFeatures.js';
import { listed } from '../files/shown.js';
import { type CountryCode, countryCodes } from '../sources/iso.js';
import type { CountrySources } from '../sources/schema.js';
import { ownBorderOf } from './border.js';
import { type CountryShape, countryShapes } from './countryShapes.js';
import { extentsOf, packed, type PackedPolygons, unpacked } from './extents.js';
import { DETACHED_PARTS, type DetachedPart } from './territories.js';

/** A feature that could not be taken. */
export interface RefusedFeature {
  line: number;
  /** Its code, as the file has it. */
  id: string;
  reason: string;
}

/** A country that the file draws, or that was taken from the built-in borders. */
export interface OwnCountry extends CountryShape {
  code: CountryCode;
  /** The number of its first feature; absent if the file draws none. */
  line?: number;
  names: Names;
}

export interface OwnShapes {
  /** Sorted by id. */
  countries: readonly OwnCountry[];
  refused: readonly RefusedFeature[];
}

/** The parts of a country that were read. */
interface Drawn {
  line?: number;
  /** Names of the first feature with the country's own code, and of the first other one. */
  names?: Names;
  otherNames?: Names;
  polygons: PackedPolygons[number][];
}

/** The country of a code; undefined if its features are left out on purpose. */
type Meaning = { id: string; isOwn: boolean } | { reason: string } | undefined;

/**
 * Reads the countries that a file of borders draws. Features of one code are one country. Entries
 * of ISO 3166-1 that many files draw as parts of another one, such as French Guiana, get those
 * parts where the file has no feature of them.
 * @throws when the file cannot be read, or lacks a field or countries
 */
export async function ownShapes(sources: CountrySources): Promise<OwnShapes> {
  const codes = countryCodes();
  const { drawn, refused } = await readDrawn(sources, codes);
  detachParts(drawn, codes);
  const lacking = codes.filter(({ id }) => !drawn.has(id));
  if (lacking.length > 0 && sources.missing === undefined) {
    throw lackOf(sources.borders, lacking, refused);
  }
  const builtIn =
    lacking.length > 0 && sources.missing === 'built-in' ? countryShapes() : undefined;
  const countries = codes.flatMap((code): OwnCountry[] => {
    const country = drawn.get(code.id);
    if (country !== undefined) return [{ code, ...shapeOf(code.id, country) }];
    return builtIn === undefined ? [] : [{ code, names: {}, ...builtIn(code) }];
  });
  return { countries, refused };
}

async function readDrawn(
  sources: CountrySources,
  codes: readonly CountryCode[],
): Promise<{ drawn: Map<string, Drawn>; refused: RefusedFeature[] }> {
  const { borders, code: field } = sources;
  const meaningOf = codeReader(sources, codes);
  const drawn = new Map<string, Drawn>();
  const refused: RefusedFeature[] = [];
  const fields = new Set<string>();
  for await (const feature of readFeatures(borders)) {
    const { line, properties, geometry } = feature;
    for (const name of Object.keys(properties)) fields.add(name);
    const refuse = (reason: string): void => {
      refused.push({ line, id: propertyText(properties[field]) || 'unknown', reason });
    };
    const meaning = meaningOf(feature);
    if (meaning === undefined) continue;
    if ('reason' in meaning) {
      refuse(meaning.reason);
      continue;
    }
    const found = polygonsOf(geometry);
    if ('fault' in found) {
      refuse(found.fault);
      continue;
    }
    const country: Drawn = drawn.get(meaning.id) ?? { line, polygons: [] };
    drawn.set(meaning.id, country);
    if (meaning.isOwn) country.names ??= namesOf(feature, sources);
    else country.otherNames ??= namesOf(feature, sources);
    for (const polygon of packed(found.polygons)) country.polygons.push(polygon);
  }
  assertFields(sources, fields);
  return { drawn, refused };
}

function codeReader(
  { code: field, codes: mapped = {} }: CountrySources,
  codes: readonly CountryCode[],
): (feature: Feature) => Meaning {
  const ids = new Map(
    codes.flatMap(({ id, alpha2 }) => [[id, id] as const, [alpha2, id] as const]),
  );
  return ({ properties }) => {
    const text = propertyText(properties[field]);
    if (Object.hasOwn(mapped, text)) {
      const id = mapped[text] ?? undefined;
      return id === undefined ? undefined : { id, isOwn: false };
    }
    const id = ids.get(text.toUpperCase());
    if (id !== undefined) return { id, isOwn: true };
    const name = nameOf(properties);
    const what = `its ${field} is "${text}", which is no code of a country`;
    const how = `say in countries.codes of which country it is, or null to leave it out`;
    return { reason: `${name === '' ? '' : `${name}: `}${what}; ${how}` };
  };
}

/** Returns what a person would call a feature. */
function nameOf(properties: Feature['properties']): string {
  const fields = Object.keys(properties);
  const field =
    fields.find((each) => /^(name|name_en|shapename|admin)$/i.test(each)) ??
    fields.find((each) => /name/i.test(each));
  return field === undefined ? '' : propertyText(properties[field]);
}

function namesOf({ properties }: Feature, { names: fields = {} }: CountrySources): Names {
  const names: Names = {};
  for (const language of LANGUAGES) {
    const field = fields[language];
    const name = field === undefined ? '' : propertyText(properties[field]);
    if (name !== '') names[language] = name;
  }
  return names;
}

/** @throws when no feature has a field that is to be read */
function assertFields(sources: CountrySources, fields: ReadonlySet<string>): void {
  const { borders, code, names = {} } = sources;
  const wanted: (readonly [string, string])[] = [['code', code], ...Object.entries(names).map(([language, field]) => [`names.${language}`, field] as const)]; // prettier-ignore
  const lacking = wanted.filter(([, field]) => !fields.has(field));
  if (lacking.length === 0) return;
  const what = lacking.map(([member, field]) => `"${field}" (countries.${member})`).join(', ');
  const known = listed([...fields]);
  throw new Error(`${borders} has no field ${what}. Its fields are ${known || 'none'}.`);
}

/** Only what the file does not draw by itself is taken from what it draws. */
function detachParts(drawn: Map<string, Drawn>, codes: readonly CountryCode[]): void {
  const numbers = new Map(codes.map(({ id, numeric }) => [numeric, id]));
  const isDrawn = new Set(drawn.keys());
  for (const part of DETACHED_PARTS) {
    if (part.cut === true || isDrawn.has(part.country)) continue;
    const owner = numbers.get(part.feature);
    for (const [id, country] of [...drawn]) {
      // A feature without a number is counted among any country.
      if (owner !== undefined && id !== owner) continue;
      const own = country.polygons.filter((polygon) => !isWithin(polygon, part));
      if (own.length === country.polygons.length) continue;
      const taken = country.polygons.filter((polygon) => isWithin(polygon, part));
      country.polygons = own;
      const detached: Drawn = drawn.get(part.country) ?? { polygons: [] };
      if (country.line !== undefined) detached.line ??= country.line;
      detached.polygons = detached.polygons.concat(taken);
      drawn.set(part.country, detached);
    }
  }
}

function isWithin([outer]: PackedPolygons[number], box: DetachedPart): boolean {
  return (
    outer?.every((degrees, place) =>
      place % 2 === 0
        ? degrees >= box.west && degrees <= box.east
        : degrees >= box.south && degrees <= box.north,
    ) ?? false
  );
}

function lackOf(
  borders: string,
  lacking: readonly CountryCode[],
  refused: readonly RefusedFeature[],
): Error {
  const ids = lacking.map(({ id }) => id).join(', ');
  const lines = refused.map(({ line, id, reason }) => `- feature ${line} (${id}): ${reason}`);
  return new Error(
    [
      `${borders} has no border for ${lacking.length} of the countries: ${ids}.`,
      'Say in the sources file what becomes of them: "missing": "built-in" takes their built-in borders, "missing": "left-out" leaves them out.',
      ...(lines.length > 0 ? ['Features that could not be taken, perhaps of them:', ...lines] : []),
    ].join('\n'),
  );
}

function shapeOf(id: string, drawn: Drawn): Omit<OwnCountry, 'code'> {
  const { line, names, otherNames, polygons } = drawn;
  return {
    ...(line !== undefined && { line }),
    names: names ?? otherNames ?? {},
    extents: extentsOf(unpacked(polygons), []),
    border() {
      const border = ownBorderOf(unpacked(polygons));
      if (border.coordinates.length === 0) throw new Error(`the border of ${id} covers no area`);
      return border;
    },
  };
}
