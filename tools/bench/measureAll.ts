import { liveAlias } from '../../core/elasticsearch/names.js';
import { cityResource } from '../../ingest/cities/resource.js';
import type { CitySource } from '../../ingest/cities/row.js';
import { countryResource } from '../../ingest/countries/resource.js';
import { landResource } from '../../ingest/lands/resource.js';
import type { Bench } from './bench.js';
import { compareAll, type Comparison } from './comparison.js';
import { ingest, landCitiesOf, prepareData, someCities } from './data.js';
import { type GroupName, groupsOf } from './groups.js';
import { compareIngestion } from './ingestion.js';
import type { Setting } from './loads/setting.js';
import type { Row } from './report.js';
import { withProcesses } from './session.js';

/** Measures these groups: the ingestions first, then all others in turns. */
export async function measureAll(bench: Bench, names: readonly GroupName[]): Promise<Row[]> {
  const source = someCities(bench.extent);
  const rows = names.includes('ingestion') ? await compareIngestions(bench, source) : [];
  const groups = groupsOf(names);
  if (groups.length === 0) return rows;
  await prepareData(bench, source, new Set(groups.flatMap(({ needs }) => needs)));
  await withProcesses(bench, async (processes) => {
    const cities = [...source.rows()];
    const setting: Setting = {
      bench,
      processes,
      alias: (resource) => liveAlias(bench.indexPrefix, resource),
      cities,
      landCities: landCitiesOf(cities, bench.extent),
    };
    const comparisons: Comparison[] = [];
    for (const group of groups) comparisons.push(...(await group.comparisons(setting)));
    rows.push(...(await compareAll(comparisons, bench)));
  });
  return rows;
}

async function compareIngestions(bench: Bench, source: CitySource): Promise<Row[]> {
  await ingest(bench, countryResource());
  const cities = await compareIngestion(bench, cityResource(source));
  const countries = [bench.extent.landCountry];
  return [cities, await compareIngestion(bench, await landResource(bench, { countries }))];
}
