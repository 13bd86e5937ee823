import { type Client, errors } from '@elastic/elasticsearch';
import { loadingAlias } from '../../ingest/generations/generation.js';
import type { Note } from '../../ingest/generations/provenance.js';
import type { Context } from '../../ingest/generations/resource.js';

/** An index of the store. */
export interface FakeIndex {
  aliases: string[];
  meta: Note;
  /** Absent: it is closed. */
  count?: number | undefined;
}

interface At {
  index: string;
  id: string;
}

interface OfAlias {
  index: string;
  alias: string;
  must_exist?: boolean;
}

/** An action on aliases. It has one of these members. */
interface Action {
  add?: OfAlias;
  remove?: OfAlias;
  remove_index?: { index: string };
}

/** Indices and aliases in memory, which a test sets and reads. */
export interface AliasStore {
  context: Context;
  indices: Map<string, FakeIndex>;
  /** The actions on aliases, those of a step in one list. */
  steps: Action[][];
  /** Called before a step. If it throws, the step is not done. */
  beforeStep: () => void;
  /** Called after a step. If it throws, its answer is lost. */
  afterStep: () => void;
}

type Names = Partial<Record<'live' | 'previous' | 'held' | 'made', string>>;

const PREFIX = 'geo';

/** Returns the name of a generation in the store, such as `geo-cities-g20260101t000000001` for 1. */
export function generationOf(resource: string, number: number | string): string {
  return `${PREFIX}-${resource}-g20260101t00000000${number}`;
}

/**
 * Starts a store that answers the requests of promotions, as Elasticsearch does.
 * @param resources the numbers of the generations of each resource, by state
 */
export function startAliasStore(
  resources: Readonly<Record<string, Names & { pinned?: string }>>,
): AliasStore {
  const indices = new Map<string, FakeIndex>();
  for (const [resource, { pinned, ...numbers }] of Object.entries(resources)) {
    const alias = `${PREFIX}-${resource}`;
    for (const [state, number] of Object.entries(numbers)) {
      const index = generationOf(resource, number);
      const aliases = {
        ...{ live: [alias], previous: [`${alias}-previous`], made: [loadingAlias(index)] },
        held: [loadingAlias(index), `${alias}-held`],
      }[state] ?? []; // prettier-ignore
      const isPinned = number === pinned;
      indices.set(index, { aliases: [...aliases, ...(isPinned ? [`${alias}-pinned`] : [])], meta: {}, count: 1 }); // prettier-ignore
    }
  }
  const documents = new Map<string, { source: unknown; sequence: number }>();
  const indexOf = (name: string): FakeIndex => {
    const found = indices.get(name);
    if (found === undefined) throw failure(404, 'index_not_found_exception');
    return found;
  };

  function updateAliases({ actions }: { actions: Action[] }): void {
    store.beforeStep();
    store.steps.push(actions);
    // All actions are checked before any is done.
    for (const { remove } of actions)
      if (remove?.must_exist && !indexOf(remove.index).aliases.includes(remove.alias))
        throw failure(404, 'aliases_not_found_exception');
    for (const { add, remove, remove_index: removed } of actions) {
      const { index = '', alias = '' } = add ?? remove ?? {};
      if (removed !== undefined) indices.delete(removed.index);
      else {
        const found = indexOf(index);
        found.aliases = found.aliases.filter((each) => each !== alias);
        if (add !== undefined) found.aliases.push(alias);
      }
    }
    store.afterStep();
  }

  const later =
    <Request, Answer>(answer: (request: Request) => Answer) =>
    // Elasticsearch answers later, also with an error.
    async (request: Request): Promise<Answer> => {
      await Promise.resolve();
      return answer(request);
    };
  const keyOf = ({ index, id }: At): string => `${index} ${id}`;
  const client = {
    indices: {
      get: later(() => ({})),
      create: later(() => ({})),
      getAlias: later(({ index: pattern }: { index: string }) =>
        Object.fromEntries(
          [...indices]
            .filter(([index]) => index.startsWith(pattern.replace('*', '')))
            .map(([index, { aliases }]) => [index, { aliases: Object.fromEntries(aliases.map((each) => [each, {}])) }]), // prettier-ignore
        ),
      ),
      getMapping: later(({ index }: { index: string }) => ({ [index]: { mappings: { _meta: indexOf(index).meta } } })), // prettier-ignore
      putMapping: later(({ index, _meta: meta }: { index: string; _meta: Note }) => {
        indexOf(index).meta = meta;
      }),
      updateAliases: later(updateAliases),
      deleteAlias: later(({ index, name }: { index: string; name: string }) => {
        const found = indexOf(index);
        found.aliases = found.aliases.filter((each) => each !== name);
      }),
      delete: later(({ index }: { index: string }) => indices.delete(index)),
    },
    count: later(({ index }: { index: string }) => {
      const { count } = indexOf(index);
      if (count === undefined) throw failure(400, 'index_closed_exception');
      return { count };
    }),
    // The documents of locks.
    get: later((at: At) => {
      const found = documents.get(keyOf(at));
      if (found === undefined) return { found: false };
      return { found: true, _source: found.source, _seq_no: found.sequence, _primary_term: 1 };
    }),
    index: later((at: At & { document: unknown }) => {
      const { sequence = 0 } = documents.get(keyOf(at)) ?? {};
      documents.set(keyOf(at), { source: at.document, sequence: sequence + 1 });
    }),
    delete: later((at: At) => documents.delete(keyOf(at))),
  };
  const store: AliasStore = {
    context: { client: client as unknown as Client, indexPrefix: PREFIX },
    indices,
    steps: [],
    beforeStep: () => undefined,
    afterStep: () => undefined,
  };
  return store;
}

/** Returns an error of Elasticsearch. */
export function failure(statusCode: number, type: string): errors.ResponseError {
  const body = { error: { type, reason: type }, status: statusCode };
  return new errors.ResponseError({ statusCode, body, headers: {}, warnings: [], meta: {} } as never); // prettier-ignore
}
