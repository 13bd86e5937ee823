import type { BuiltInCity } from '../../../ingest/cities/builtIn.js';
import type { Bench } from '../bench.js';
import type { Comparison, Other } from '../comparison.js';
import type { Question } from '../load.js';
import type { Processes } from '../processes.js';
import { plainLoad } from '../requests.js';

/** Resources that lookups need; the others are not ingested for them. */
export type Needed = 'cities' | 'lands' | 'places' | 'markers';

/** Loads that belong together, and can be measured without the others. */
export interface Group {
  needs: readonly Needed[];
  comparisons: (setting: Setting) => Promise<Comparison[]>;
}

/** With what loads are made. */
export interface Setting {
  bench: Bench;
  processes: Processes;
  /** The name of the alias of a resource. */
  alias: (resource: 'countries' | Needed) => string;
  /** Those that are ingested. */
  cities: readonly BuiltInCity[];
  /** The cities of the countries whose lands are ingested. */
  landCities: readonly BuiltInCity[];
}

/** Asks Elasticsearch itself. */
export function plainQuestion({ bench }: Setting, questions: Iterator<Question, unknown>): Other {
  return { name: 'the plain question', load: plainLoad(bench.elasticsearchUrl, questions) };
}
