import { afterAll, describe, expect, test } from '@jest/globals';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { countries } from '../../indices/countries.js';
import { builtInCountries, documentMaker } from '../../ingest/countries/documents.js';
import { countriesAt, readCountriesAt } from '../../src/search/borders.js';
import type { Hit } from '../../src/search/search.js';
import { builtInPrefix, createTestClient } from '../support/api.js';
import { BorderOracle, type LatLng } from '../support/borderOracle.js';
import { type BorderPoint, pointsNearBorders } from '../support/borderPoints.js';

const ALWAYS_METERS = 5_000;
const NEVER_METERS = 10_000;
/** So near to a border, the centimetres of the index decide which side a point is on. */
const ON_THE_BORDER_METERS = 1;
const POINTS_PER_REQUEST = 250;
/** Three times what it took on two busy cores. */
const TIMEOUT_MS = 180_000;

const index = liveAlias(builtInPrefix(), countries.resource);
const client = createTestClient();
const oracle = new BorderOracle(builtInCountries().map(documentMaker()));

afterAll(() => client.close());

/** What Elasticsearch answers for every point: by country, whether it says that it is inside. */
async function ask(points: readonly LatLng[]): Promise<Map<string, boolean>[]> {
  const answers: Map<string, boolean>[] = [];
  for (let start = 0; start < points.length; start += POINTS_PER_REQUEST) {
    const searches = points
      .slice(start, start + POINTS_PER_REQUEST)
      .flatMap((point) => [{ index }, countriesAt(point)]);
    const { responses } = await client.msearch({ searches });
    for (const response of responses) {
      if (!('hits' in response)) throw new Error(JSON.stringify(response.error));
      const { found } = readCountriesAt(response.hits.hits as Hit<unknown>[]);
      answers.push(new Map(found.map(({ id, isInside }) => [id, isInside])));
    }
  }
  return answers;
}

interface Comparison {
  faults: string[];
  farthestAcceptedMeters: number;
  nearestRefusedMeters: number;
  /** How many countries were judged within 10 m of each of the two limits. */
  atLimits: { always: number; never: number };
}

async function compare(points: readonly BorderPoint[]): Promise<Comparison> {
  const answers = await ask(points);
  const comparison: Comparison = {
    faults: [],
    farthestAcceptedMeters: 0,
    nearestRefusedMeters: Infinity,
    atLimits: { always: 0, never: 0 },
  };
  points.forEach((point, position) => {
    const answer = answers[position] ?? new Map<string, boolean>();
    const judgements = oracle.judge(point);
    for (const id of new Set([...answer.keys(), ...judgements.keys()])) {
      const { inside, distanceMeters } = judgements.get(id) ?? {
        inside: false,
        distanceMeters: Infinity,
      };
      const accepted = answer.has(id);
      const onTheBorder = distanceMeters < ON_THE_BORDER_METERS;
      const fault =
        !accepted && (inside || distanceMeters <= ALWAYS_METERS)
          ? 'missing'
          : accepted && !inside && distanceMeters >= NEVER_METERS
            ? 'too far'
            : accepted && !onTheBorder && answer.get(id) !== inside
              ? `inside is not ${inside}`
              : undefined;
      if (fault !== undefined) {
        const { place, latitude, longitude } = point;
        comparison.faults.push(
          `${fault}: ${id} at ${latitude}, ${longitude} (${place}), ${distanceMeters} m`,
        );
      }
      if (inside) continue;
      if (Math.abs(distanceMeters - ALWAYS_METERS) < 10) comparison.atLimits.always += 1;
      if (Math.abs(distanceMeters - NEVER_METERS) < 10) comparison.atLimits.never += 1;
      if (accepted)
        comparison.farthestAcceptedMeters = Math.max(
          comparison.farthestAcceptedMeters,
          distanceMeters,
        );
      else
        comparison.nearestRefusedMeters = Math.min(comparison.nearestRefusedMeters, distanceMeters);
    }
  });
  return comparison;
}

describe('borders enlarged by 7.5 km', () => {
  test('Elasticsearch accepts the border of every country', async () => {
    const { count } = await client.count({ index, query: { exists: { field: 'border' } } });
    expect(count).toBe(250);
  });

  test(
    'a point 5 km outside always matches and one 10 km outside never does, everywhere',
    async () => {
      const points = pointsNearBorders(oracle, { edgesPerPlace: 12, edgesPerCountry: 3 });
      const comparison = await compare(points);
      expect(comparison.faults).toEqual([]);
      expect(points.length).toBeGreaterThan(10_000);
      expect(comparison.atLimits.always).toBeGreaterThan(1_000);
      expect(comparison.atLimits.never).toBeGreaterThan(1_000);
      // The enlargement is 7.5 km; a sphere and edges of 2 km leave less than 1 % of error.
      expect(comparison.farthestAcceptedMeters).toBeLessThan(7_575);
      expect(comparison.nearestRefusedMeters).toBeGreaterThan(7_425);
      console.info(points.length, comparison);
    },
    TIMEOUT_MS,
  );
});
