import { countBy, maxBy, uniq } from 'es-toolkit/array';
import { clamp, median } from 'es-toolkit/math';
import { mapValues } from 'es-toolkit/object';
import { isEqual } from 'es-toolkit/predicate';
import { distanceKm, pointOf } from '../../../core/geo/point.js';
import { LETTER_FAULTS, letterFaultOf } from '../../reference/letters.js';
import { describeFields, type Fields } from '../diff.js';
import type { Compared, Measure } from './check.js';
import { EXAMPLES, judge } from './judge.js';
import { type Limit, type LimitName, LIMITS, limitsOf } from './limits.js';

/** A document in the live generation and in the new one. */
export interface Pair {
  id: string;
  before: Fields;
  after: Fields;
}

/** Describes what is worse about a document. Empty: nothing is. Undefined: it is not compared. */
type Fault = (pair: Pair) => string | undefined;

interface Checked extends Pick<Compared, 'name' | 'limits'> {
  /** If fewer documents can be compared, they are not judged. */
  fewest?: number;
}

/** This many documents may always differ, because small files are corrected by hand. */
const FEW = 2;
/** Fewer say too little about a median. */
const FEWEST = 3;
/** Fewer documents of a country or region say too little. */
export const FEWEST_OF_COUNTRY = 5;
/** The share of the documents of one country that may differ, at least: regions or names of one country may be reformed. */
const OF_COUNTRY = 0.25;
const NAMES_OF_COUNTRY = 0.5;
/** The same of countries of fewer documents. */
const LARGE = 20;
const OF_SMALL_COUNTRY = 0.75;
/** A country may count its inhabitants in another way. */
const FACTOR_OF_COUNTRY = 4;

/** Not judged by country. */
const OF_ALL = ['primary', 'sameName'];

const MOVED_KM = 25;
const TIMES = 10;

/** Measures by their limits: the share of documents with a fault. */
const FAULTS: readonly (readonly [LimitName, Fault])[] = [
  ['location', (pair) => moved(pair)],
  ['region', changedField('region_name')],
  ['zone', changedField('time_zone')],
  ['country', changedField('country_id')],
  ['primary', (pair) => (pair.before.primary === true || pair.after.primary === true ? change(pair, 'primary') : undefined)],
  ['population', (pair) => (isThere(pair.before.population) && factorOf(pair) < TIMES ? '' : changedField('population')(pair))],
]; // prettier-ignore

/** Compares the fields of documents, each by a measure of its own. */
export function fieldMeasures(checked: Checked, pairs: readonly Pair[]): Measure[] {
  const wanted = new Map(limitsOf(checked.name));
  const fields = uniq(pairs.flatMap(({ before }) => Object.keys(before)));
  const languages = fields.filter((field) => field.startsWith('names.'));
  const distances = pairs.flatMap((pair) => kmOf(pair) ?? []);
  const counted = pairs.filter(({ before, after }) => isThere(before.population) && isThere(after.population)); // prettier-ignore
  const ratios = counted.map(({ before, after }) => Math.log(Number(after.population) / Number(before.population))); // prettier-ignore
  const middle = ratios.length > 0 ? median(ratios) : 0;
  const points = countBy(pairs, ({ after }) => String(after.location));
  const factors = (of: LimitName, value: number): Measure => {
    const examples = counted.filter((pair) => factorOf(pair) >= value).slice(0, EXAMPLES);
    return judge(checked, of, value, { examples: examples.map((pair) => `${pair.id}: ${change(pair, 'population')}`) }); // prettier-ignore
  };
  const measures = [
    shareOf(checked, 'digits', pairs, (pair) => coarse(pair, points)),
    ...FAULTS.map(([of, fault]) => shareOf(checked, of, pairs, fault)),
    ...['name', ...languages].flatMap((field) => [
      namesOf(checked, pairs, field),
      sameText(checked, pairs, field),
    ]),
    ...(distances.length < FEWEST ? [] : [judge(checked, 'move', median(distances))]),
    ...(counted.length < FEWEST ? [] : [
      factors('populationFactor', median(counted.map(factorOf))),
      factors('populationSpread', Math.exp(median(ratios.map((each) => Math.abs(each - middle))))),
    ]), // prettier-ignore
  ];
  return measures.filter(({ of }) => wanted.has(of as LimitName));
}

/** Compares the documents of one country, because its faults are few among all. */
export function countryMeasures(
  checked: Checked,
  country: string,
  pairs: readonly Pair[],
): Measure[] {
  const measures = fieldMeasures(ofCountry(checked, pairs.length), pairs);
  // All fields of one document or two may change, but hardly their country.
  const isSmall = pairs.length < FEWEST_OF_COUNTRY;
  return measures
    .filter(({ of = '' }) => of === 'country' || !(isSmall || OF_ALL.includes(of)))
    .map((measure) => named(measure, country));
}

/** Returns the limits of one country. */
export function ofCountry<Of extends Checked>(checked: Of, count: number): Of {
  const isSmall = count < LARGE;
  const limits = mapValues(LIMITS, ({ unit, default: usual }: Limit, of) => {
    const { [of]: limit = usual } = checked.limits ?? {};
    const most = of === 'names' ? NAMES_OF_COUNTRY : OF_COUNTRY;
    if (unit === 'share') return Math.max(limit, isSmall ? OF_SMALL_COUNTRY : most);
    return of === 'populationFactor' ? Math.max(limit, FACTOR_OF_COUNTRY) : limit;
  });
  return { ...checked, limits, fewest: clamp(count, 2, FEWEST_OF_COUNTRY) };
}

/** Returns a measure whose complaint says which documents it is of. */
export function named(measure: Measure, which: string): Measure {
  const { complaint } = measure;
  return complaint === undefined ? measure : { ...measure, complaint: `Of ${which} alone: ${complaint}` }; // prettier-ignore
}

/** Measures the share of documents with a fault among all that are compared. */
export function shareOf(
  checked: Checked,
  of: LimitName,
  pairs: readonly Pair[],
  fault: Fault,
  { few = FEW, cause }: { few?: number; cause?: string | undefined } = {},
): Measure {
  const compared = pairs.flatMap((pair) => {
    const text = fault(pair);
    return text === undefined ? [] : [{ id: pair.id, text }];
  });
  if (compared.length < (checked.fewest ?? 1)) return judge(checked, of, 0);
  const found = compared.filter(({ text }) => text !== '');
  return judge(checked, of, found.length / compared.length, {
    cause,
    counts: `${found.length} of ${compared.length}`,
    examples: found.map(({ id, text }) => `${id}: ${text}`),
    atLeast: few / compared.length,
  });
}

/** Measures the share of documents with another name, and finds out whether its letters are the cause. */
function namesOf(checked: Checked, pairs: readonly Pair[], field: string): Measure {
  const changed = pairs.filter((pair) => change(pair, field) !== '');
  const kinds = countBy(
    changed,
    ({ after }) => `${letterFaultOf(isThere(after[field]) ? String(after[field]) : '')}`,
  );
  const cause = LETTER_FAULTS.find(({ kind }) => (kinds[kind] ?? 0) > changed.length / 2)?.cause;
  return shareOf(checked, field === 'name' ? 'name' : 'names', pairs, changedField(field), { cause }); // prettier-ignore
}

/** Measures the share of documents whose text became the text that most of the others have got. */
function sameText(checked: Checked, pairs: readonly Pair[], field: string): Measure {
  const changed = pairs.filter((pair) => change(pair, field) !== '' && isThere(pair.after[field]));
  const counts = countBy(changed, ({ after }) => String(after[field]));
  const [text] = maxBy(Object.entries(counts), ([, count]) => count) ?? [];
  const fault: Fault = (pair) => String(pair.after[field]) === text ? change(pair, field) : isThere(pair.before[field]) ? '' : undefined; // prettier-ignore
  return shareOf(checked, 'sameName', pairs, fault, { few: 1 });
}

/** Returns a fault if a field of a document is lost or has another value. */
export function changedField(field: string): Fault {
  return (pair) => (isThere(pair.before[field]) ? change(pair, field) : undefined);
}

function change({ before, after }: Pair, field: string): string {
  const [from, to] = [before[field], after[field]];
  return from === to || isEqual(from, to) ? '' : describeFields([{ field, from, to }]);
}

function moved(pair: Pair): string | undefined {
  const km = kmOf(pair);
  if (km === undefined) return undefined;
  return km > MOVED_KM ? `moved by ${Math.round(km)} km` : '';
}

/** Finds rounded coordinates, and points that several documents have got. */
function coarse(pair: Pair, points: Readonly<Record<string, number>>): string | undefined {
  const km = kmOf(pair);
  if (km === undefined) return undefined;
  const [from, to] = [pair.before.location, pair.after.location] as [number[], number[]];
  const isShared = km !== 0 && Number(points[String(to)]) > 1;
  return isShared || digitsOf(to) < Math.min(digitsOf(from), 2) ? change(pair, 'location') : '';
}

function digitsOf(location: readonly number[]): number {
  return Math.max(...location.map((each) => String(each).split('.')[1]?.length ?? 0));
}

function kmOf({ before, after }: Pair): number | undefined {
  const [from, to] = [before.location, after.location] as ([number, number] | undefined)[];
  return from && to && distanceKm(pointOf(from), pointOf(to));
}

/** Returns how many times as large or as small a population has become. */
function factorOf({ before, after }: Pair): number {
  const factor = Number(after.population ?? 0) / Number(before.population);
  return Math.max(factor, 1 / factor);
}

export function isThere(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== 0;
}
