import { describe, expect, test } from '@jest/globals';
import { landAt } from '../../../core/geo/land.js';
import { findGenerations } from '../../../ingest/generations/generation.js';
import { runChecks } from '../../../ingest/generations/checks/check.js';
import { probes as check } from '../../../ingest/generations/checks/probes.js';
import type { Probe, ResourceName } from '../../../ingest/generations/resource.js';
import { builtInPrefix, createTestClient } from '../../support/api.js';
import { createSandbox } from './sandbox.js';
import { run, SMALL_JOBS } from './small.js';
import { untilEnd } from '../../support/each.js';

describe('probes of the built-in data', () => {
  const client = untilEnd(createTestClient());
  const context = { client, indexPrefix: builtInPrefix() };

  const ask = async (resource: ResourceName, probe: object): Promise<string[]> => {
    const { live: index = '' } = await findGenerations(context, resource);
    const probes = [{ resource, ...probe } as Probe];
    return (await runChecks([check], { context, name: resource, index, probes })).complaints;
  };
  const PARIS = { latitude: 48.8566, longitude: 2.3522 };

  test.each([
    ['countries', { name: 'Deutschl', language: 'de', expect: 'DEU' }],
    ['countries', { ...PARIS, expect: 'FRA' }],
    ['countries', { latitude: 46.2044, longitude: 6.1432, expect: 'FRA' }],
    ['cities', { name: 'Münch', language: 'de', expect: 'DEU_Munich' }],
    ['cities', { name: 'london', expect: 'GBR_London' }],
    ['cities', { ...PARIS, expect: 'FRA_Paris' }],
    ['lands', { ...PARIS, expect: landAt(PARIS) }],
    ['lands', { name: landAt(PARIS), expect: landAt(PARIS) }],
    ['places', { name: 'Paris', expect: 'geonames-2988507' }],
    ['places', { ...PARIS, expect: 'geonames-2988507' }],
    ['markers', { ...PARIS, expect: 'geonames-2988507' }],
  ] as const)('%s: %j is answered as expected', async (resource, probe) => {
    expect(await ask(resource, probe)).toEqual([]);
  });

  test.each([
    ['countries', { latitude: 0, longitude: -30, expect: 'FRA' }, 'countries at 0, -30 should find FRA, and finds nothing'],
    ['cities', { name: 'Par', language: 'fr', expect: 'USA_Paris' }, /^the probe of cities named "Par" in fr should find USA_Paris, and finds FRA_Paris, /],
    ['places', { name: 'Lyon', expect: 'geonames-2988507' }, 'places named "Lyon" should find geonames-2988507, and finds nothing'],
    // The document is there, but the API finds ten others.
    ['places', { name: 'a', expect: 'geonames-2988507' }, 'places named "a" should find geonames-2988507, and finds '],
  ] as const)('%s: %j is not', async (resource, probe, complaint) => {
    expect(await ask(resource, probe)).toEqual([expect.stringMatching(complaint)]);
  }); // prettier-ignore
});

describe('probes of a run', () => {
  const sandbox = untilEnd(createSandbox());

  const found: Probe = { resource: 'cities', name: 'Andor', expect: 'AND_AndorralaVella' };
  const lost: Probe = { resource: 'cities', name: 'Ordino', expect: 'AND_Ordino' };

  test('that fail are all listed, and nothing is promoted; those of other resources are not asked', async () => {
    const probes: Probe[] = [found, lost, { ...lost, language: 'de' }, { ...lost, resource: 'lands' }]; // prettier-ignore
    await expect(run(sandbox, ['cities'], { probes }, SMALL_JOBS)).rejects.toThrow(
      /did not pass its gate:\n- the probe of cities named "Ordino" should find AND_Ordino, and finds nothing\n- the probe of cities named "Ordino" in de should .*nothing$/,
    );
    expect(await sandbox.generations('cities')).toEqual({ leftovers: [] });
    await run(sandbox, ['cities'], { probes: [found] }, SMALL_JOBS);
  });

  test('of markers that fail are told by a dry run', async () => {
    const probes: Probe[] = [{ resource: 'markers', name: 'none', expect: 'none' }];
    const said: string[] = [];
    const dryRun = { probes, dryRun: true };
    await expect(run(sandbox, ['places', 'markers'], dryRun, SMALL_JOBS, said)).rejects.toThrow(
      'This run would be refused: markers.',
    );
    expect(said[1]).toMatch(
      /\n {2}would be refused: the probe of markers named "none" should find/,
    );
    expect(await sandbox.generations('markers')).toEqual({ leftovers: [] });
  });
});
