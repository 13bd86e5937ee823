import { expect, test } from '@jest/globals';
import { chunk } from 'es-toolkit/array';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { countries } from '../../indices/countries.js';
import { builtInCountries, documentMaker } from '../../ingest/countries/documents.js';
import { countriesAt, readCountriesAt } from '../../core/queries/borders.js';
import type { Hit } from '../../src/search/search.js';
import { builtInPrefix, createTestClient } from '../support/api.js';
import { BorderOracle } from '../support/borderOracle.js';
import { pointsNearBorders } from '../support/borderPoints.js';
import type { LatLng } from '../support/sphere.js';
import { untilEnd } from '../support/each.js';

const ALWAYS_METERS = 5_000;
const NEVER_METERS = 10_000;
/** So near to a border, the centimetres of the index decide which side a point is on. */
const ON_THE_BORDER_METERS = 1;
const POINTS_PER_REQUEST = 250;

const client = untilEnd(createTestClient());

/** What Elasticsearch answers for every point: by country, whether it says that it is inside. */
async function ask(points: readonly LatLng[]): Promise<Map<string, boolean>[]> {
  const index = liveAlias(builtInPrefix(), countries.resource);
  const answers: Map<string, boolean>[] = [];
  for (const some of chunk(points, POINTS_PER_REQUEST)) {
    const searches = some.flatMap((point) => [{ index }, countriesAt(point)]);
    const { responses } = await client.msearch({ searches });
    for (const response of responses) {
      if (!('hits' in response)) throw new Error(JSON.stringify(response.error));
      const found = readCountriesAt(response.hits.hits as Hit<unknown>[]);
      answers.push(new Map(found.map(({ id, isInside }) => [id, isInside])));
    }
  }
  return answers;
}

test('a point 5 km outside of a border always matches and one 10 km outside never does, everywhere', async () => {
  const oracle = new BorderOracle(builtInCountries().map(documentMaker()));
  const points = pointsNearBorders(oracle, { edgesPerPlace: 12, edgesPerCountry: 3 });
  const answers = await ask(points);
  const faults: string[] = [];
  const accepted: number[] = [];
  const refused: number[] = [];
  for (const [at, point] of points.entries()) {
    const answer = answers[at] ?? new Map<string, boolean>();
    const judgements = oracle.judge(point);
    for (const id of new Set([...answer.keys(), ...judgements.keys()])) {
      const { inside, distanceMeters } = judgements.get(id) ?? { inside: false, distanceMeters: Infinity }; // prettier-ignore
      const isFound = answer.has(id);
      const isMissing = !isFound && (inside || distanceMeters <= ALWAYS_METERS);
      const isTooFar = isFound && !inside && distanceMeters >= NEVER_METERS;
      const isWrongSide = isFound && distanceMeters >= ON_THE_BORDER_METERS && answer.get(id) !== inside; // prettier-ignore
      if (isMissing || isTooFar || isWrongSide) {
        faults.push(`${id} ${JSON.stringify({ ...point, isFound, inside, distanceMeters })}`);
      }
      if (!inside) (isFound ? accepted : refused).push(distanceMeters);
    }
  }
  expect(faults).toEqual([]);
  expect(points.length).toBeGreaterThan(10_000);
  const near = (limit: number) => (meters: number) => Math.abs(meters - limit) < 10;
  expect(accepted.filter(near(ALWAYS_METERS)).length).toBeGreaterThan(1_000);
  expect(refused.filter(near(NEVER_METERS)).length).toBeGreaterThan(1_000);
  // The enlargement is 7.5 km; a sphere leaves less than 1 % of error.
  expect(Math.max(...accepted)).toBeLessThan(7_575);
  // Elasticsearch looks for the nearest point of an edge in degrees, and may take the wrong end of one of 2 km.
  expect(Math.min(...refused)).toBeGreaterThan(Math.sqrt(7_500 ** 2 - 2_000 ** 2));
});
