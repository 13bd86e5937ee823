import { countBy, groupBy, maxBy, uniq } from 'es-toolkit/array';
import { median } from 'es-toolkit/math';
import { isEqual } from 'es-toolkit/predicate';
import { distanceKm, pointOf } from '../../../core/geo/point.js';
import { describeFields, type Fields } from '../diff.js';
import type { Compared, Measure } from './check.js';
import { EXAMPLES, judge } from './judge.js';
import { type LimitName, LIMITS, limitsOf } from './limits.js';

/** A document in the live generation and in the new one. */
export interface Pair {
  id: string;
  before: Fields;
  after: Fields;
}

/** Describes what is worse about a document. Empty: nothing is. Undefined: it is not compared. */
type Fault = (pair: Pair) => string | undefined;

type Checked = Pick<Compared, 'name' | 'limits'>;

/** This many documents may always differ, because small files are corrected by hand. */
const FEW = 2;
/** Fewer say too little about a median. */
const FEWEST = 3;
const FEWEST_OF_COUNTRY = 5;
/** A country of fewer documents is judged with all others only. */
const LEAST_OF_COUNTRY = 20;
/** The share of the documents of one country that may differ, at least: regions or names of one country may be reformed. */
const OF_COUNTRY = 0.25;
const NAMES_OF_COUNTRY = 0.5;

const MOVED_KM = 25;
const TIMES = 10;

/** Measures by their limits: the share of documents with a fault. */
const FAULTS: readonly (readonly [LimitName, Fault])[] = [
  ['location', (pair) => moved(pair)],
  ['name', changedField('name')],
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
  const ofCountries = Object.values(
    groupBy(pairs, ({ before }) => String(before.country_id)),
  ).filter((all) => all.length >= LEAST_OF_COUNTRY && all.length < pairs.length);
  const byCountry = Object.values(groupBy(counted, ({ before }) => String(before.country_id)));
  const factors = (of: LimitName, all: readonly Pair[], fewest: number): Measure[] => {
    if (all.length < fewest) return [];
    const value = median(all.map(factorOf));
    const examples = all.filter((pair) => factorOf(pair) >= value).slice(0, EXAMPLES);
    return [judge(checked, of, value, { examples: examples.map((pair) => `${pair.id}: ${change(pair, 'population')}`) })]; // prettier-ignore
  };
  const measures = [
    ...FAULTS.map(([of, fault]) => shareOf(checked, of, pairs, fault)),
    ...languages.map((field) => shareOf(checked, 'names', pairs, changedField(field))),
    ...ofCountries.flatMap((all) => measuresOfCountry(checked, all, languages)),
    ...['name', ...languages].map((field) => sameText(checked, pairs, field)),
    ...(distances.length < FEWEST ? [] : [judge(checked, 'move', median(distances))]),
    ...factors('populationFactor', counted, FEWEST),
    ...byCountry.flatMap((all) => factors('populationByCountry', all, FEWEST_OF_COUNTRY)),
  ];
  return measures.filter(({ of }) => wanted.has(of as LimitName));
}

/** Measures the documents of one country, because its faults are few among all. */
function measuresOfCountry(checked: Checked, pairs: readonly Pair[], languages: readonly string[]) {
  const judged = (of: LimitName, fault: Fault, least: number): Measure => {
    const { [of]: usual = LIMITS[of].default } = checked.limits ?? {};
    const measure = shareOf(
      { ...checked, limits: { [of]: Math.max(usual, least) } },
      of,
      pairs,
      fault,
    );
    const { complaint } = measure;
    const which = `Of ${String(pairs[0]?.before.country_id)} alone: `;
    return complaint === undefined ? measure : { ...measure, complaint: which + complaint };
  };
  return [
    ...FAULTS.filter(([of]) => of !== 'primary').map(([of, fault]) =>
      judged(of, fault, OF_COUNTRY),
    ),
    ...languages.map((field) => judged('names', changedField(field), NAMES_OF_COUNTRY)),
  ];
}

/** Measures the share of documents with a fault among all that are compared. */
export function shareOf(
  checked: Checked,
  of: LimitName,
  pairs: readonly Pair[],
  fault: Fault,
  few = FEW,
): Measure {
  const compared = pairs.flatMap((pair) => {
    const text = fault(pair);
    return text === undefined ? [] : [{ id: pair.id, text }];
  });
  if (compared.length === 0) return judge(checked, of, 0);
  const found = compared.filter(({ text }) => text !== '');
  return judge(checked, of, found.length / compared.length, {
    counts: `${found.length} of ${compared.length}`,
    examples: found.map(({ id, text }) => `${id}: ${text}`),
    atLeast: few / compared.length,
  });
}

/** Measures the share of documents whose text became the text that most of the others have got. */
function sameText(checked: Checked, pairs: readonly Pair[], field: string): Measure {
  const changed = pairs.filter((pair) => change(pair, field) !== '' && isThere(pair.after[field]));
  const counts = countBy(changed, ({ after }) => String(after[field]));
  const [text] = maxBy(Object.entries(counts), ([, count]) => count) ?? [];
  const fault: Fault = (pair) => String(pair.after[field]) === text ? change(pair, field) : isThere(pair.before[field]) ? '' : undefined; // prettier-ignore
  return shareOf(checked, 'sameName', pairs, fault, 1);
}

/** Returns a fault if a field of a document is lost or has another value. */
export function changedField(field: string): Fault {
  return (pair) => (isThere(pair.before[field]) ? change(pair, field) : undefined);
}

function change({ before, after }: Pair, field: string): string {
  const [from, to] = [before[field], after[field]];
  return isEqual(from, to) ? '' : describeFields([{ field, from, to }]);
}

function moved(pair: Pair): string | undefined {
  const km = kmOf(pair);
  if (km === undefined) return undefined;
  return km > MOVED_KM ? `moved by ${Math.round(km)} km` : '';
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
