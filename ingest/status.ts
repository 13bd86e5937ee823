import { readMeta } from './generation.js';
import {
  type Provenance,
  readProvenance,
  type RememberedOptions,
  type Source,
} from '../indices/provenance.js';
import type { Context } from './resource.js';

/** Tells, in lines, what a generation remembers of its making. */
export async function describeGeneration({ client }: Context, index: string): Promise<string[]> {
  const provenance = readProvenance(await readMeta(client, index));
  if (provenance === undefined) {
    return [
      'sources and settings are not known: it is of an earlier version, or its last run has not ended',
    ];
  }
  return [
    describeMaking(provenance),
    ...provenance.sources.map(describeSource),
    ...describeOptions(provenance.options),
  ];
}

function describeMaking({ live, begun, counts, version }: Provenance): string {
  const rejected = counts.rejected > 0 ? `, ${counts.rejected} rejected` : '';
  const documents = `${counts.indexed} documents of ${counts.rows} rows${rejected}`;
  return `live since ${live}, ${documents}; begun ${begun} by version ${version}`;
}

function describeSource(source: Source): string {
  if ('generation' in source) return `from ${source.generation}`;
  const { name, bytes, sha256, builtIn } = source;
  return `from ${name}${builtIn ? ', built in' : ''}, ${bytes} bytes, SHA-256 ${sha256}`;
}

const SETTINGS: Record<keyof RememberedOptions, string> = {
  primaryMinimumPopulation: '--primary-minimum-population',
  landCountries: '--land-countries',
  landStepsAroundPrimaryCities: 'steps around primary cities:',
  landShards: '--land-shards',
  currentSeason: '--current-season',
};

function describeOptions(options: RememberedOptions): string[] {
  const settings = Object.entries(options).map(
    ([name, value]) => `${SETTINGS[name as keyof RememberedOptions]} ${String(value)}`,
  );
  return settings.length > 0 ? [`with ${settings.join(', ')}`] : [];
}
