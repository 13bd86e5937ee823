import { errors } from '@elastic/elasticsearch';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type ChangeStub, type Note, stubChanges } from './changeStub.js';

let stub: ChangeStub;
const turn = (): Promise<void> => jest.advanceTimersByTimeAsync(0);
const append = (letter: string) => (stored: Note | undefined) => ({
  text: (stored?.text ?? '') + letter,
});
const UNAVAILABLE = { status: 503, code: 'unavailable' };
const refused = (change: Promise<void>) => expect(change).rejects.toMatchObject(UNAVAILABLE);

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function start(options: Parameters<typeof stubChanges>[1] = {}): ChangeStub['change'] {
  stub = stubChanges({ a: '', b: '', c: '' }, options);
  return stub.change;
}

/** The outcome of each: `ok`, or the status it was refused with. */
async function outcomes(changes: Promise<void>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(changes);
  return settled.map((one) =>
    one.status === 'fulfilled' ? 'ok' : (one.reason as { status?: number }).status,
  );
}

describe('partial failures', () => {
  test('an item that failed, or has no answer, fails the changes of its document only', async () => {
    const change = start();
    const told = outcomes([
      change('a', append('1')),
      change('b', append('2')),
      change('b', append('3')),
      change('c', append('4')),
    ]);
    await turn();
    stub.reads[0]?.answer();
    await turn();
    const rejected = { status: 429, error: { type: 'es_rejected_execution_exception' } };
    stub.writes[0]?.answer({ items: [{ index: { status: 200 } }, { index: rejected }] });
    expect(await told).toEqual(['ok', 503, 503, 503]);
  });

  test('what Elasticsearch does not understand is a defect of ours', async () => {
    const change = start();
    const told = outcomes([change('a', append('1'))]);
    await turn();
    stub.reads[0]?.answer();
    await turn();
    const error = { type: 'document_parsing_exception', reason: 'x' };
    stub.writes[0]?.answer({ items: [{ index: { status: 400, error } }] });
    expect(await told).toEqual([500]);
  });

  test('a refusal that depends on a write that failed is not told', async () => {
    const change = start();
    const refuse = (): Note => {
      throw new Error('refused');
    };
    const told = outcomes([change('a', append('1')), change('a', refuse)]);
    await turn();
    stub.reads[0]?.answer();
    await turn();
    stub.writes[0]?.answer({ items: [] });
    expect(await told).toEqual([503, 503]);
  });

  test.each([{}, { docs: [] }, { docs: null }, { docs: [null] }, { docs: [{}] }])(
    'a read that is answered with %j is not taken for unknown',
    async (answer) => {
      const change = start();
      const told = outcomes([change('a', append('1'))]);
      await turn();
      stub.reads[0]?.answer(answer);
      expect(await told).toEqual([503]);
      expect(stub.writes).toEqual([]);
    },
  );

  test.each([{}, { items: null }, { items: [null] }])(
    'a write that is answered with %j is not taken for made',
    async (answer) => {
      const change = start();
      const told = outcomes([change('a', append('1'))]);
      await turn();
      stub.reads[0]?.answer();
      await turn();
      stub.writes[0]?.answer(answer);
      expect(await told).toEqual([503]);
    },
  );

  test('a document that cannot be read fails its changes only, and is not taken for unknown', async () => {
    const change = start();
    const told = outcomes([change('a', append('1')), change('b', append('2'))]);
    await turn();
    const error = { type: 'no_shard_available_action_exception', reason: 'x' };
    const b = { _id: 'b', found: true, _seq_no: 0, _primary_term: 1, _source: { text: '' } };
    stub.reads[0]?.answer({ docs: [{ _id: 'a', error }, b] });
    await stub.answerAll();
    expect(await told).toEqual([503, 'ok']);
    expect(stub.texts()).toEqual({ a: '', b: '2', c: '' });
  });

  test('one whose version is not told is not written', async () => {
    const change = start();
    const told = outcomes([change('a', append('1'))]);
    await turn();
    stub.reads[0]?.answer({ docs: [{ _id: 'a', found: true, _source: { text: '' } }] });
    expect(await told).toEqual([503]);
    expect(stub.writes).toHaveLength(0);
  });
});

describe('a failed request fails its batch, and the next batch goes', () => {
  test.each(['reads', 'writes'] as const)('%s', async (kind) => {
    const change = start();
    const told = outcomes([change('a', append('1')), change('b', append('2'))]);
    await turn();
    if (kind === 'writes') stub.reads[0]?.answer();
    await turn();
    const next = change('a', append('3'));
    stub[kind][0]?.fail(new errors.ConnectionError('reset'));
    expect(await told).toEqual([503, 503]);
    await turn();
    stub.reads[1]?.answer();
    if (kind === 'reads') stub.reads[1]?.answer();
    await turn();
    stub.writes.at(-1)?.answer();
    await next;
    expect(stub.texts()).toMatchObject({ a: '3', b: '' });
  });
});

describe('time', () => {
  test('one that waits in vain is refused in time, and never written', async () => {
    const change = start({ timeoutMs: 1_000 });
    const told = outcomes([change('a', append('1'))]);
    await jest.advanceTimersByTimeAsync(600);
    const waiting = outcomes([change('b', append('2'))]);
    await jest.advanceTimersByTimeAsync(300);
    const inTime = outcomes([change('c', append('3'))]);
    // The first batch is given up with its only change.
    await jest.advanceTimersByTimeAsync(100);
    expect(await told).toEqual([503]);
    expect(stub.reads.map(({ ids }) => ids)).toEqual([['a'], ['b', 'c']]);
    await jest.advanceTimersByTimeAsync(600);
    expect(await waiting).toEqual([503]);
    stub.reads[1]?.answer();
    await turn();
    stub.writes[0]?.answer();
    expect(await inTime).toEqual(['ok']);
    expect(stub.texts()).toEqual({ a: '', b: '', c: '3' });
  });

  test('one whose time ends before its turn does not go into a batch', async () => {
    const change = start({ timeoutMs: 1_000, maxBatch: 1 });
    const late = outcomes([change('a', append('1')), change('b', append('2'))]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await late).toEqual([503, 503]);
    const inTime = change('c', append('3'));
    await turn();
    expect(stub.reads.map(({ ids }) => ids)).toEqual([['a'], ['c']]);
    stub.reads[1]?.answer();
    await turn();
    stub.writes[0]?.answer();
    await inTime;
  });

  test('a request is given up when the last of its changes is late', async () => {
    const change = start({ timeoutMs: 1_000 });
    const late = refused(change('a', append('1')));
    await turn();
    stub.reads[0]?.answer();
    await jest.advanceTimersByTimeAsync(999);
    expect(stub.writes[0]?.signal.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(stub.writes[0]?.signal.aborted).toBe(true);
    await late;
  });

  test('nothing keeps ticking once all is done', async () => {
    const change = start();
    void change('a', append('1'));
    await turn();
    await stub.answerAll();
    expect(jest.getTimerCount()).toBe(0);
  });
});

test('no more than so many wait; those are told at once, and later ones are taken again', async () => {
  const change = start({ maxWaiting: 2, maxBatch: 2 });
  const taken = [change('a', append('1')), change('b', append('2'))];
  await refused(change('c', append('3')));
  await turn();
  taken.push(change('c', append('4')), change('c', append('5')));
  await refused(change('c', append('6')));
  await stub.answerAll();
  await Promise.all(taken);
  expect(stub.texts()).toEqual({ a: '1', b: '2', c: '45' });
});
