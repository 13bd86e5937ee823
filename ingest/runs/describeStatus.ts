import type { RememberedOptions, Source } from '../../indices/provenance.js';
import { describeBytes } from '../../core/cli/pace.js';
import type { GenerationStatus, ResourceStatus } from './status.js';

const UNKNOWN =
  'sources and settings are not known: it is of an earlier version, or its last run has not ended';

/** Tells in lines what is live of a resource, and what could be. */
export function describeStatus(status: ResourceStatus): string[] {
  const { resource, live, previous, held, remains, olderThan } = status;
  const lines = [
    `${resource}: live ${live?.index ?? 'nothing'}, previous ${previous?.index ?? 'nothing'}`,
  ];
  if (remains.length > 0) lines.push(`  not finished, or under way: ${remains.join(', ')}`);
  if (live !== null) lines.push(...describeLive(live).map((line) => `  ${line}`));
  if (olderThan !== null) {
    lines.push(
      `  out of date: made from ${olderThan.madeFrom}, and live is ${olderThan.live ?? 'nothing'}; \`npm run ingest -- ${resource}\` makes them again`,
    );
  }
  if (held !== null) {
    lines.push(
      `  held: ${inShort(held, 'since')}; \`promote ${resource}\` makes it live, \`diff ${resource}\` compares, \`discard ${resource}\` deletes it`,
    );
  }
  if (previous !== null && resource !== 'markers')
    lines.push(`  a rollback takes ${inShort(previous, 'last live since')}`);
  return lines;
}

function describeLive({ documents, bytes, made }: GenerationStatus): string[] {
  const now = documents === null ? 'cannot be read now' : `${documents} documents now`;
  const size = bytes === null ? '' : `, ${describeBytes(bytes)} on disk`;
  if (made === null) return [UNKNOWN, `${now}${size}`];
  const { since, begun, counts, version, sources, options } = made;
  const rejected = counts.rejected > 0 ? `, ${counts.rejected} rejected` : '';
  return [
    `live since ${since}, ${counts.indexed} documents of ${counts.rows} rows${rejected}; begun ${begun} by version ${version}`,
    `${now}${size}`,
    ...sources.map(describeSource),
    ...describeOptions(options),
  ];
}

function inShort({ index, documents, made }: GenerationStatus, since: string): string {
  const when = made === null ? '' : `, ${since} ${made.since}`;
  const from = made === null ? [] : made.sources.map(nameOf);
  const sources = from.length > 0 ? `, from ${from.join(', ')}` : '';
  return `${index}, ${documents ?? 'an unknown number of'} documents${when}${sources}`;
}

function nameOf(source: Source): string {
  return 'generation' in source ? source.generation : source.name;
}

function describeSource(source: Source): string {
  if ('generation' in source) return `from ${source.generation}`;
  const { name, bytes, sha256, builtIn } = source;
  return `from ${name}${builtIn ? ', built in' : ''}, ${bytes} bytes, SHA-256 ${sha256}`;
}

const SETTINGS: Record<keyof RememberedOptions, string> = {
  primaryMinimumPopulation: '--primary-minimum-population',
  landCountries: '--land-countries',
  currentSeason: '--current-season',
};

function describeOptions(options: RememberedOptions): string[] {
  const settings = Object.entries(options).map(
    ([name, value]) => `${SETTINGS[name as keyof RememberedOptions]} ${String(value)}`,
  );
  return settings.length > 0 ? [`with ${settings.join(', ')}`] : [];
}
