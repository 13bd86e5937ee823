import { afterEach, expect, test } from '@jest/globals';
import type { estypes } from '@elastic/elasticsearch';
import { omit } from 'es-toolkit/object';
import { ownCountry } from '../../../ingest/generations/checks/ownCountry.js';
import { lands } from '../../../ingest/generations/checks/lands.js';
import { runChecks } from '../../../ingest/generations/checks/check.js';
import type { Resource } from '../../../ingest/generations/resource.js';
import { cities, type CityDocument } from '../../../indices/cities.js';
import { countries } from '../../../indices/countries.js';
import { STORED_ONLY } from '../../../indices/definition.js';
import { createSandbox } from './sandbox.js';
import { citiesOf } from './sources.js';
import { untilEnd } from '../../support/each.js';

const GROUP = '841fb47ffffffff';

const sandbox = untilEnd(createSandbox());
afterEach(async () => {
  const index = await sandbox.indices();
  if (index.length > 0) await sandbox.client.indices.delete({ index });
});

/** The cities of a file, ten of them with the `source` of a mapping. */
const forty = (change: (at: number) => object = () => ({})) =>
  citiesOf(Array.from({ length: 40 }, (_, at) => ({ sourceId: at < 10 ? `own-${at}` : `${at}`, name: `City ${at}`, timeZone: 'Europe/Paris', latitude: 45 + at / 20, ...change(at) }))); // prettier-ignore

/** Makes cities as a version did whose index had other fields. */
function asOther(
  resource: Resource<CityDocument>,
  fields: Record<string, estypes.MappingProperty>,
  lacking: (keyof CityDocument)[] = [],
): Resource<CityDocument> {
  const properties = { ...omit(cities.mappings.properties ?? {}, lacking), ...fields };
  const without = <Document extends object>(document: Document) => omit(document, lacking as never[]) as Document; // prettier-ignore
  return {
    ...resource,
    definition: { ...cities, mappings: { ...cities.mappings, properties } },
    async begin(context) {
      const run = await resource.begin(context);
      async function* outcomes() {
        for await (const each of run.outcomes)
          yield 'document' in each ? { ...each, document: without(each.document) } : each;
      }
      return { ...run, outcomes: outcomes() };
    },
  };
}

const broken = (name: string) => ({ name: Buffer.from(`${name} é`).toString('latin1') });

test('cities of a version that did not index their source are compared, by source, letters included', async () => {
  await sandbox.ingest(asOther(forty(), { source_id: STORED_ONLY }));
  await expect(sandbox.ingest(forty((at) => (at < 5 ? broken(`City ${at}`) : {})))).rejects.toThrow(
    /names look like UTF-8 that was read in another encoding.* 5 of 10 names/,
  );
  await expect(sandbox.ingest(forty((at) => (at < 5 ? { latitude: 60 } : {})))).rejects.toThrow(
    /moved by more than 25 km: 5 of 10 /,
  );
  await sandbox.ingest(forty());
});

test('what cannot be compared with another version is named, and accepted with --allow-change', async () => {
  await sandbox.ingest(
    asOther(forty(), { country_id: STORED_ONLY, location: { type: 'geo_point', index: false, doc_values: false } }, ['time_zone']), // prettier-ignore
  );
  const { live = '' } = await sandbox.generations('cities');
  const said = await sandbox.ingest(forty()).then(() => 'promoted', String);
  const head = `it cannot be compared with ${live}, which another version may have made`;
  expect(said.split('\n').slice(1)).toEqual([
    expect.stringMatching(`^- ${head}: .*country_id.*\\. If the new data is right, use --allow-change$`),
    `- ${head}: its documents have no time_zone. If the new data is right, use --allow-change`,
    expect.stringMatching(`^- ${head}: .*location`),
  ]); // prettier-ignore
  await sandbox.ingest(forty(), { allowChange: true });
  expect(sandbox.notes.join('\n')).toContain(`${head}: `);
});

test('borders and lands of another version are named too', async () => {
  const { client, indexPrefix } = sandbox;
  const [old, made] = ['old', 'new'].map((each) => `${indexPrefix}-${each}`) as [string, string];
  const border = { ...countries.mappings.properties, border: STORED_ONLY };
  await client.indices.create({ index: old, mappings: { properties: border } });
  await client.indices.create({
    index: made,
    mappings: { properties: { location: { type: 'geo_point' } } },
  });
  const city = { id: 'FRA_Paris', country_id: 'FRA', name: 'Paris', location: [2, 48] };
  await client.index({ index: made, id: city.id, document: city, refresh: true });
  const context = { ...sandbox, overrides: { countries: old } };
  const head = `it cannot be compared with ${old}, which another version may have made: `;
  const checked = { context, name: 'cities', index: made };
  expect((await runChecks([ownCountry], checked)).complaints).toEqual([expect.stringContaining(head)]); // prettier-ignore
  const allowing = { ...checked, allowChange: true };
  const { complaints, notes } = await runChecks([ownCountry], allowing);
  expect([complaints, notes]).toEqual([[], [expect.stringContaining(head)]]);

  for (const [index, group] of [
    [old, {}],
    [made, { owners: [], country_ids: [], cities: [], heights: null, biomes: null }],
  ] as const)
    // prettier-ignore
    await client.index({ index, id: GROUP, document: { id: GROUP, ...group }, refresh: true });
  const live = { index: old, count: 1 };
  const ofLands = { context, name: 'lands', index: made, count: 1, sources: [], options: {}, live };
  expect((await runChecks([lands], ofLands)).complaints).toEqual([
    `${head}its lands are stored in another way. If the new data is right, use --allow-change`,
  ]);
});
