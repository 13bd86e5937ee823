import { createHash } from 'node:crypto';
import { Clipper } from 'clipper2-ts';
import { omit } from 'es-toolkit/object';
import type { Position } from 'geojson';
import { counted } from '../../core/cli/counted.js';
import { RefusedError, UsageError } from '../../core/cli/failure.js';
import { percent } from '../../core/cli/share.js';
import { type Language, type Names, namesBy } from '../../indices/languages.js';
import type { FileSource } from '../../indices/provenance.js';
import { type Feature, featureForm, polygonsOf, propertyText } from '../files/feature.js';
import { readFeatures } from '../files/readFeatures.js';
import { listed } from '../files/shown.js';
import type { RejectedRow } from '../files/cells.js';
import { countriesBy, type CountryCode, countryCodes, countryOf } from '../reference/iso.js';
import { borderOf, extentsOf, partsOf } from './border.js';
import { builtInIdentity, isWithin } from './builtIn.js';
import { type CountryShape, countryShapes } from './countryShapes.js';
import { merge, withinGlobe } from './grid.js';
import { type PackedPolygon, packed, unpacked } from './packed.js';
import { doubtsOfBorders } from './plausibility.js';
import { DETACHED_PARTS } from './territories.js';

/** A file of borders, and what its features are. */
export interface OwnBorders {
  borders: string;
  code: string;
  codes?: Readonly<Record<string, string | null>>;
  names?: Readonly<Partial<Record<Language, string>>>;
  missing?: 'built-in' | 'left-out';
  as_of?: string;
}

/** Enough to distinguish two editions of a file. */
const DIGITS = 12;

/**
 * Returns a name of borders, for a person and for comparison. Borders of files have another name if the files or
 * the choices in the sources file differ.
 */
export function identityOfBorders(own?: OwnBorders, files: readonly FileSource[] = []): string {
  const builtIn = builtInIdentity();
  if (own === undefined) return builtIn;
  const choices = JSON.stringify([
    files.map((file) => omit(file, ['asOf'])),
    omit(own, ['borders', 'names', 'as_of']),
    builtIn,
  ]);
  const digest = createHash('sha256').update(choices).digest('hex').slice(0, DIGITS);
  return `${files.map(({ name }) => name).join(', ')} (${digest})`;
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
  /** Features that could not be taken, with their codes as the file has them. */
  refused: readonly RejectedRow[];
  /** The ids of the countries that the file does not draw. */
  lacking: readonly string[];
  /** Reasons why the borders must be wrong. */
  doubts: readonly string[];
}

/** The parts of a country that were read. */
interface Drawn {
  line?: number;
  /** Names of the first feature with the country's own code, and of the first other one. */
  names?: Names;
  otherNames?: Names;
  polygons: PackedPolygon[];
  /** The number of features with the country's own code. */
  features: number;
}

/** A part of a country; undefined if its feature is left out on purpose. */
type Part =
  { id: string; isOwn: boolean; polygons: Position[][][] } | { fault: string } | undefined;

/**
 * Reads the countries that a file of borders draws. Features of one code are one country. Entries
 * of ISO 3166-1 that many files draw as parts of another one, such as French Guiana, get those
 * parts if the file has no feature of them.
 * @throws when the file cannot be read, or lacks a field or countries
 */
export async function ownShapes(sources: OwnBorders): Promise<OwnShapes> {
  const codes = countryCodes();
  const { drawn, refused } = await readDrawn(sources);
  detachParts(drawn);
  const lacking = codes.filter(({ id }) => !drawn.has(id));
  if (lacking.length > 0 && sources.missing === undefined) {
    throw lackOf(sources.borders, lacking, refused);
  }
  const builtIn = sources.missing === 'built-in' ? countryShapes() : undefined;
  const countries = codes.flatMap((code): OwnCountry[] => {
    const country = drawn.get(code.id);
    if (country !== undefined) return [toCountry(code, country)];
    return builtIn === undefined ? [] : [{ code, names: {}, ...builtIn(code) }];
  });
  const compared = codes.flatMap((code) => {
    const { polygons, features = 0 } = drawn.get(code.id) ?? {};
    return polygons === undefined ? [] : [{ ...code, polygons, features }];
  });
  const doubts = [...doubtsOfBorders(compared), ...compared.flatMap(doubtsOfFeatures)];
  return { countries, refused, lacking: lacking.map(({ id }) => id), doubts };
}

/** A larger share of a country that its features draw twice is no overlap by accuracy. */
const MAX_TWICE = 0.1;

/** Lists that features of one code draw the same land. Parts of a country lie beside each other. */
function doubtsOfFeatures({
  id,
  features,
  polygons,
}: Pick<Drawn, 'features' | 'polygons'> & { id: string }) {
  if (features < 2) return [];
  const parts = partsOf(polygons.map(unpacked)).flatMap(withinGlobe);
  const share = 1 - Clipper.areaPaths(merge(parts).flat()) / Clipper.areaPaths(parts);
  if (!(share > MAX_TWICE)) return [];
  return [
    `${features} features have the code of ${id}, and ${percent(share)} of their land is there twice; leave out those that are not meant`,
  ];
}

async function readDrawn(
  sources: OwnBorders,
): Promise<{ drawn: Map<string, Drawn>; refused: RejectedRow[] }> {
  const partOf = partReader(sources);
  const drawn = new Map<string, Drawn>();
  const refused: RejectedRow[] = [];
  const form = featureForm(sources.borders);
  const fields = new Set<string>();
  for await (const feature of readFeatures(sources.borders)) {
    const { line, properties } = feature;
    for (const name of Object.keys(properties)) fields.add(name);
    const part = partOf(feature);
    if (part === undefined) continue;
    if ('fault' in part) {
      const id = propertyText(properties[sources.code]) || 'unknown';
      refused.push({ line, id, reason: part.fault, row: { text: feature, form } });
      continue;
    }
    const country: Drawn = drawn.get(part.id) ?? { line, polygons: [], features: 0 };
    drawn.set(part.id, country);
    if (part.isOwn) country.features += 1;
    if (part.isOwn) country.names ??= namesOf(feature, sources);
    else country.otherNames ??= namesOf(feature, sources);
    for (const polygon of part.polygons) country.polygons.push(packed(polygon));
  }
  if (fields.size === 0 && refused.length === 0)
    throw new Error(`${sources.borders} has no features.`);
  assertFields(sources, fields);
  if (drawn.size === 0 && refused.length > 0) throw allRefused(sources.borders, refused);
  return { drawn, refused };
}

function partReader({ code: field, codes: mapped = {} }: OwnBorders): (feature: Feature) => Part {
  return ({ properties, geometry }) => {
    const text = propertyText(properties[field]);
    const known = countryOf(text)?.id;
    // Several features may share a text that stands for no code, such as -99.
    const name = known === undefined ? nameOf(properties) : text;
    const key = [name, text].find((each) => Object.hasOwn(mapped, each));
    const isMapped = key !== undefined;
    const id = isMapped ? mapped[key] : known;
    if (id === null) return undefined;
    if (id !== undefined) {
      const area = polygonsOf(geometry);
      return 'fault' in area ? area : { id, isOwn: !isMapped, ...area };
    }
    // In quotation marks, so that all such reasons are counted as one.
    const what = `its ${field} is "${text}" ("${nameOf(properties)}"), and that is not a country code`;
    return {
      fault: `${what}; name its country in countries.codes by that code or name, or null to leave it out`,
    };
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

function namesOf({ properties }: Feature, { names: fields = {} }: OwnBorders): Names {
  return namesBy((language) => {
    const field = fields[language];
    return field === undefined ? undefined : propertyText(properties[field]);
  });
}

/** @throws when no feature has a field that is to be read */
function assertFields(
  { borders, code, names = {} }: OwnBorders,
  fields: ReadonlySet<string>,
): void {
  const wanted = [
    ['code', code],
    ...Object.entries(names).map(([language, field]) => [`names.${language}`, field]),
  ];
  const lacking = wanted.filter(([, field = '']) => !fields.has(field));
  if (lacking.length === 0) return;
  const what = lacking.map(([member, field]) => `"${field}" (countries.${member})`).join(', ');
  const known = listed([...fields]);
  throw new UsageError(`${borders} has no field ${what}. Its fields are ${known || 'none'}.`);
}

/** Gives parts of countries that are countries of their own to these, unless the file draws them. */
function detachParts(drawn: Map<string, Drawn>): void {
  const isDrawn = new Set(drawn.keys());
  for (const part of DETACHED_PARTS) {
    if (isDrawn.has(part.country)) continue;
    const owner = countriesBy('numeric').get(part.feature)?.id;
    for (const [id, country] of [...drawn]) {
      // A feature without a number is counted among any country.
      if (owner !== undefined && id !== owner) continue;
      const taken = country.polygons.filter((polygon) => isWithin(unpacked(polygon), part));
      if (taken.length === 0) continue;
      country.polygons = country.polygons.filter((polygon) => !taken.includes(polygon));
      const detached: Drawn = drawn.get(part.country) ?? { polygons: [], features: 0 };
      if (country.line !== undefined) detached.line ??= country.line;
      detached.polygons = detached.polygons.concat(taken);
      drawn.set(part.country, detached);
    }
  }
}

function allRefused(borders: string, refused: readonly RejectedRow[]): RefusedError {
  const { length } = refused;
  return new RefusedError(
    [`${borders}: none of the ${counted(length, 'feature')} can be taken:`, ...featureLines(refused)].join('\n'), // prettier-ignore
  );
}

/** Shown in a message. */
const MAX_FEATURES = 20;

function featureLines(refused: readonly RejectedRow[]): string[] {
  const lines = refused.map(({ line, id, reason }) => `- feature ${line} (${id}): ${reason}`);
  const more = lines.length - MAX_FEATURES;
  return more > 0 ? [...lines.slice(0, MAX_FEATURES), `- and ${more} more`] : lines;
}

function lackOf(
  borders: string,
  lacking: readonly CountryCode[],
  refused: readonly RejectedRow[],
): UsageError {
  const ids = lacking.map(({ id }) => id).join(', ');
  const lines = featureLines(refused);
  return new UsageError(
    [
      `${borders} has no border for ${lacking.length} of the countries: ${ids}.`,
      'Say in the sources file what becomes of them: "missing": "built-in" takes their built-in borders, "missing": "left-out" leaves them out.',
      ...(lines.length > 0 ? ['Features that could not be taken, perhaps of them:', ...lines] : []),
    ].join('\n'),
  );
}

function toCountry(code: CountryCode, { line, names, otherNames, polygons }: Drawn): OwnCountry {
  return {
    code,
    ...(line !== undefined && { line }),
    names: names ?? otherNames ?? {},
    extents: extentsOf(polygons.map(unpacked), []),
    border() {
      const border = borderOf(partsOf(polygons.map(unpacked)));
      if (border.coordinates.length > 0) return border;
      throw new Error(`the border of ${code.id} covers no area`);
    },
  };
}
