import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Provenance } from '../../../../indices/provenance.js';
import {
  change,
  discardHeld,
  hold,
  rollbackGeneration,
  setPin,
} from '../../../../ingest/generations/promotion.js';
import type { ResourceName } from '../../../../ingest/generations/resource.js';
import type { Command } from '../../../../ingest/generations/states.js';
import { type AliasStore, failure, generationOf, startAliasStore } from '../../../support/aliasStore.js'; // prettier-ignore

/** Shortens the name of an alias or a generation: `previous`, or `cities 2`. */
const shortened = (name: string): string =>
  name
    .replace(/^geo-(\w+)-g20260101t00000000/, '$1 ')
    .replace(/^.*-(loading|previous|held|pinned)$/, '$1')
    .replace(/^geo-\w+$/, 'live');

/** Writes a step: `+` adds an alias, `-` removes one, `!` if it must exist, and `x` deletes a generation. */
const written = (step: AliasStore['steps'][number] = []): string[] =>
  step.map(({ add, remove, remove_index: removed }) => {
    if (removed) return `x ${shortened(removed.index)}`;
    const { index = '', alias = '' } = add ?? remove ?? {};
    return `${add ? '+' : '-'} ${shortened(index)} ${shortened(alias)}${remove?.must_exist ? '!' : ''}`;
  });

/** Returns the aliases of all generations. */
const stateOf = ({ indices }: AliasStore) =>
  Object.fromEntries(
    [...indices].map(([index, { aliases }]) => [shortened(index), aliases.map(shortened).sort().join()]), // prettier-ignore
  );

const ALL = { previous: 1, live: 2, held: 3, made: 4 };
const texts = (numbers: Record<string, number>) =>
  Object.fromEntries(Object.entries(numbers).map(([state, number]) => [state, `${number}`]));
const start = (resources: Readonly<Record<string, Record<string, number>>>): AliasStore =>
  startAliasStore(Object.fromEntries(Object.entries(resources).map(([name, each]) => [name, texts(each)]))); // prettier-ignore

describe('a step', () => {
  test.each<[Command, number, object, string[]]>([
    ['hold', 4, ALL, ['+ cities 4 held', '- cities 3 held!']],
    ['replace', 4, ALL, ['- cities 4 loading!', '+ cities 4 live', '- cities 2 live!', '+ cities 2 previous', 'x cities 1']],
    ['replace', 4, { made: 4 }, ['- cities 4 loading!', '+ cities 4 live']],
    ['renew', 4, ALL, ['- cities 4 loading!', '+ cities 4 live', 'x cities 2']],
    ['promote', 3, ALL, ['- cities 3 loading!', '- cities 3 held!', '+ cities 3 live', '- cities 2 live!', '+ cities 2 previous', 'x cities 1']],
    ['discard', 3, ALL, ['- cities 3 held!']],
    ['rollback', 1, ALL, ['- cities 1 previous!', '+ cities 1 live', '- cities 2 live!', '+ cities 2 previous']],
    ['rollbackAndPin', 1, ALL, ['- cities 1 previous!', '+ cities 1 live', '+ cities 1 pinned', '- cities 2 live!', '+ cities 2 previous']],
    ['rollbackAndPin', 1, { ...ALL, pinned: 2 }, ['- cities 1 previous!', '+ cities 1 live', '+ cities 1 pinned', '- cities 2 live!', '- cities 2 pinned!', '+ cities 2 previous']],
    ['pin', 2, ALL, ['+ cities 2 pinned']],
    ['unpin', 2, { ...ALL, pinned: 2 }, ['- cities 2 pinned!']],
    ['pin', 2, { ...ALL, pinned: 2 }, []],
  ])('%s of %d beside %j', async (command, number, numbers, expected) => {
    const store = start({ cities: numbers as Record<string, number> });
    const before = stateOf(store);
    await change(store.context, [{ command, resource: 'cities', index: generationOf('cities', number) }]);
    expect(store.steps.map(written)).toEqual(expected.length > 0 ? [expected] : []);
    if (expected.length === 0) expect(stateOf(store)).toEqual(before);
  }); // prettier-ignore

  test('changes several resources at once, and returns what is no longer held', async () => {
    const store = start({ places: ALL, markers: ALL });
    const held = ['places', 'markers'].map((resource) => ({ command: 'hold' as const, resource, index: generationOf(resource, 4) })); // prettier-ignore
    const leftovers = await change(store.context, held);
    expect(store.steps).toHaveLength(1);
    expect(leftovers).toEqual({ places: generationOf('places', 3), markers: generationOf('markers', 3) }); // prettier-ignore
  });

  const promote = { command: 'promote', resource: 'cities', index: generationOf('cities', 3) } as const; // prettier-ignore

  test.each([
    ['its alias was removed by another run', 3, 'geo-cities-held'],
    ['another generation was promoted', 2, 'geo-cities'],
  ])('changes nothing if %s', async (_, number, alias) => {
    const store = start({ cities: ALL });
    store.beforeStep = () => {
      const index = store.indices.get(generationOf('cities', number));
      if (index) index.aliases = index.aliases.filter((each) => each !== alias);
    };
    await expect(change(store.context, [promote])).rejects.toThrow(
      'Someone else has changed the generations of cities meanwhile. No changes were made.',
    );
    expect(Object.keys(stateOf(store))).toHaveLength(4);
  });

  test('is refused for a generation in another state', async () => {
    const store = start({ cities: ALL });
    const other = { ...promote, index: generationOf('cities', 4) };
    await expect(change(store.context, [other])).rejects.toThrow('Someone else has changed');
    expect(store.steps).toEqual([]);
  });

  test.each(['replace', 'renew', 'promote'] as const)('%s is refused while data is pinned', async (command) => {
    const store = start({ cities: { ...ALL, pinned: 2 } });
    const index = generationOf('cities', command === 'promote' ? 3 : 4);
    await expect(change(store.context, [{ ...promote, command, index }])).rejects.toThrow('the live cities are pinned');
    expect(store.steps).toEqual([]);
  }); // prettier-ignore

  test('whose answer is lost was done', async () => {
    const store = start({ cities: ALL });
    store.afterStep = () => {
      throw failure(504, 'timeout');
    };
    await expect(change(store.context, [promote])).resolves.toEqual({});
    expect(stateOf(store)).toEqual({ 'cities 2': 'previous', 'cities 3': 'live', 'cities 4': 'loading' }); // prettier-ignore
  });

  test.each([
    [503, 'cluster_block_exception', /cluster_block_exception/],
    [404, 'aliases_not_found_exception', /Someone else has changed/],
  ])('that failed with %d is reported', async (status, type, message) => {
    const store = start({ cities: ALL });
    store.beforeStep = () => {
      throw failure(status, type);
    };
    await expect(change(store.context, [promote])).rejects.toThrow(message);
  });
});

describe('a rollback', () => {
  let store: AliasStore;
  const PAIR = { previous: 1, live: 2 };
  const startWith = (resources: Parameters<typeof start>[0]): void => {
    store = start(resources);
  };
  /** Notes that a generation was made from another one. */
  function note(resource: string, number: number, from?: string): void {
    const provenance: Provenance = {
      sources: from === undefined ? [] : [{ generation: from }],
      options: {},
      counts: { rows: 1, indexed: 1, rejected: 0 },
      ...{ begun: '2026-01-01T00:00:00.000Z', live: '2026-01-01T00:00:01.000Z', version: '1.0.0' },
    };
    const index = store.indices.get(generationOf(resource, number));
    if (index) index.meta = { provenance };
  }
  const rollBack = (name: string, pin?: boolean) =>
    rollbackGeneration(store.context, name, { pin });

  beforeEach(() => {
    startWith({ places: PAIR, markers: PAIR });
    note('markers', 1, generationOf('places', 1));
  });

  test('brings back places and the markers that were made from them', async () => {
    const made = await rollBack('places');
    expect(made).toEqual({ places: generationOf('places', 1), markers: generationOf('markers', 1) }); // prettier-ignore
    expect(stateOf(store)).toEqual({
      ...{ 'places 1': 'live', 'places 2': 'previous' },
      ...{ 'markers 1': 'live', 'markers 2': 'previous' },
    });
    // What was live counts as own data from now on.
    expect(store.indices.get(generationOf('markers', 1))?.meta.state).toBe('live');
  });

  test.each<[string, () => void, string]>([
    ['the previous markers are of other places', () => { note('markers', 1, generationOf('places', 2)); }, 'were not made from the previous places'],
    ['nothing says what the previous markers are of', () => { note('markers', 1); }, 'were not made from the previous places'],
    ['no markers are kept', () => { startWith({ places: PAIR, markers: { live: 2 } }); }, 'There is no previous generation of markers to go back to.'],
    ['no places are kept', () => { startWith({ places: { live: 2 }, markers: PAIR }); }, 'There is no previous generation of places to go back to.'],
    ['nothing is live', () => { startWith({ places: { previous: 1 } }); }, 'There is no previous generation of places to go back to.'],
    ['the previous markers cannot be read', () => { store.indices.set(generationOf('markers', 1), { aliases: ['geo-markers-previous'], meta: {}, count: undefined }); }, 'cannot be read'],
  ])('is refused if %s', async (_, prepare, message) => {
    prepare();
    const before = stateOf(store);
    await expect(rollBack('places')).rejects.toThrow(message);
    expect(stateOf(store)).toEqual(before);
    expect(store.steps).toEqual([]);
  }); // prettier-ignore

  test.each([
    ['markers that are not live', { places: PAIR }, 'places'],
    ['regions without a previous generation', { cities: PAIR, regions: { live: 2 } }, 'cities'],
  ])('leaves out %s', async (_, resources, name) => {
    startWith(resources);
    expect(await rollBack(name)).toEqual({ [name]: generationOf(name, 1) });
  });

  test.each([
    ['a pin that is wanted', {}, true, 'live,pinned'],
    ['a pin that was there', { pinned: 2 }, undefined, 'live,pinned'],
    ['no pin', {}, undefined, 'live'],
  ])('leads to %s', async (_, more, pin, state) => {
    startWith({ lands: { ...PAIR, ...more } });
    await rollBack('lands', pin);
    expect(stateOf(store)).toEqual({ 'lands 1': state, 'lands 2': 'previous' });
  });
});

describe('held generations', () => {
  const kept = { places: ALL, markers: ALL };

  test('are replaced by others, and deleted', async () => {
    const store = start(kept);
    const made = { places: generationOf('places', 4), markers: generationOf('markers', 4) };
    expect(Object.values(await hold(store.context, made)).map(shortened)).toEqual(['places 3', 'markers 3']); // prettier-ignore
    expect(stateOf(store)).toEqual({
      ...{ 'places 1': 'previous', 'places 2': 'live', 'places 4': 'held,loading' },
      ...{ 'markers 1': 'previous', 'markers 2': 'live', 'markers 4': 'held,loading' },
    });
  });

  test('are given up, and deleted', async () => {
    const store = start(kept);
    expect(Object.values(await discardHeld(store.context, 'places', {})).map(shortened)).toEqual(['places 3', 'markers 3']); // prettier-ignore
    expect(Object.keys(stateOf(store)).filter((each) => each.endsWith('3'))).toEqual([]);
    await expect(discardHeld(store.context, 'places', {})).rejects.toThrow('Nothing is held of places.'); // prettier-ignore
  });
});

describe('a pin', () => {
  test.each<[ResourceName, boolean, Record<string, string>]>([
    ['places', true, { 'places 2': 'live,pinned', 'markers 2': 'live' }],
    ['places', false, { 'places 2': 'live', 'markers 2': 'live' }],
  ])('of %s is set: %s', async (name, isPinned, expected) => {
    const pinned = isPinned ? {} : { pinned: 2 };
    const store = start({ places: { live: 2, ...pinned }, markers: { live: 2, ...pinned } });
    await setPin(store.context, name, isPinned, {});
    expect(stateOf(store)).toEqual(expected);
  });

  test('needs live data', async () => {
    const store = start({ places: { previous: 1 } });
    await expect(setPin(store.context, 'places', true, {})).rejects.toThrow('No places are live.');
  });
});
