import { type Client, errors } from '@elastic/elasticsearch';
import { type ChangeDocument, createChanges } from '../../../../src/writes/changes.js';

export interface Note {
  text: string;
}

interface Answerable {
  signal: AbortSignal;
  fail(error: Error): void;
  /** As Elasticsearch answers, or with what the test says. */
  answer(instead?: unknown): void;
}
export interface ReadRequest extends Answerable {
  ids: string[];
}
export interface WriteRequest extends Answerable {
  index: string;
  operations: Operation[];
  refresh: boolean;
  require_alias: boolean;
}

interface Version {
  _id: string;
  if_seq_no?: number;
  if_primary_term?: number;
}
type Operation = { index: Version } | { create: Version } | { delete: Version } | Note;

export interface StartedChanges {
  change: ChangeDocument<Note, Note>;
  reads: ReadRequest[];
  writes: WriteRequest[];
  /** Answers whatever is asked, until nothing is. */
  answerAll(): Promise<void>;
  texts(): Record<string, string>;
  /** As another process does. */
  overwrite(id: string, text: string): void;
}

/** Lets all happen that needs no answer. */
export const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));

/** Changes of notes in a store that answers when a test says so, and counts as Elasticsearch does. */
export function startChanges(
  texts: Record<string, string> = { a: '', b: '', c: '' },
  timeoutMs = 10_000,
): StartedChanges {
  const store = new Map(Object.entries(texts).map(([id, text]) => [id, { text, version: 0 }]));
  let version = 0;
  const reads: ReadRequest[] = [];
  const writes: WriteRequest[] = [];
  const unanswered: Answerable[] = [];

  function put(id: string, text: string): void {
    store.set(id, { text, version: (version += 1) });
  }

  function found(id: string): unknown {
    const stored = store.get(id);
    if (stored === undefined) return { _id: id, found: false };
    const { text, version: seqNo } = stored;
    return { _id: id, found: true, _seq_no: seqNo, _primary_term: 1, _source: { text } };
  }

  /** What the changes read only. */
  function beside(id: string): unknown {
    return id === 'known'
      ? { _id: id, found: true, _source: { text: 'known' } }
      : { _id: id, found: false };
  }

  function written(operation: Exclude<Operation, Note>, document: Operation | undefined): unknown {
    const [kind = '', { _id: id, if_seq_no: seqNo } = { _id: '' }] =
      Object.entries<Version>(operation)[0] ?? [];
    // A write that names no version is made, whatever is there.
    const isUnconditional = kind !== 'create' && seqNo === undefined;
    if (!isUnconditional && store.get(id)?.version !== seqNo) {
      return {
        [kind]: { status: 409, error: { type: 'version_conflict_engine_exception', reason: 'x' } },
      };
    }
    if (kind === 'delete') return { delete: { status: store.delete(id) ? 200 : 404 } };
    if (document === undefined || !('text' in document)) throw new Error('no document');
    put(id, document.text);
    return { [kind]: { status: 200 } };
  }

  function request<Request extends Answerable>(
    log: Request[],
    asked: Omit<Request, keyof Answerable>,
    signal: AbortSignal,
    answer: () => unknown,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const made = {
        ...asked,
        signal,
        fail: (error: Error) => {
          unanswered.splice(unanswered.indexOf(made), 1);
          reject(error);
        },
        answer: (instead?: unknown) => {
          resolve(instead ?? answer());
        },
      } as Request;
      signal.addEventListener('abort', () => {
        reject(new errors.RequestAbortedError('aborted'));
      });
      log.push(made);
      unanswered.push(made);
    });
  }

  const client = {
    mget: ({ docs }: { docs: { _index: string; _id: string }[] }, { signal }: { signal: AbortSignal }) => {
      const ids = docs.filter(({ _index }) => _index === 'notes').map(({ _id }) => _id);
      return request(reads, { ids }, signal, () => ({
        docs: docs.map(({ _index, _id }) => (_index === 'notes' ? found(_id) : beside(_id))),
      }));
    }, // prettier-ignore
    bulk: (body: Omit<WriteRequest, keyof Answerable>, { signal }: { signal: AbortSignal }) =>
      request(writes, body, signal, () => ({
        items: body.operations.flatMap((document, position) =>
          'text' in document ? [] : [written(document, body.operations[position + 1])],
        ),
      })),
  } as unknown as Client;

  return {
    change: createChanges(client, { written: 'notes', beside: 'known' }, timeoutMs),
    reads,
    writes,
    async answerAll() {
      await turn();
      for (let quiet = 0; quiet < 15; quiet += 1) {
        const next = unanswered.shift();
        if (next !== undefined) quiet = 0;
        next?.answer();
        await turn();
      }
    },
    texts: () => Object.fromEntries([...store].map(([id, { text }]) => [id, text])),
    overwrite: put,
  };
}
