import { errors } from '@elastic/elasticsearch';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { notFound } from '../../../../src/errors.js';
import { type ChangeStub, type Note, startChanges, turn } from './noteStore.js';

let stub: ChangeStub;
beforeEach(() => {
  stub = startChanges();
});

/** Appends to what is stored; refuses where nothing is. */
const append = (letter: string) => (stored: Note | undefined) => {
  if (stored === undefined) throw notFound();
  return { text: stored.text + letter };
};
const refuse = (): Note => {
  throw new Error('refused');
};

/** The outcome of each: `ok`, or the status or message it was refused with. */
async function outcomes(changes: Promise<void>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(changes);
  return settled.map((one) => {
    if (one.status === 'fulfilled') return 'ok';
    const { status, message } = one.reason as { status?: number; message: string };
    return status ?? message;
  });
}

/** Has what was asked first answered, so that the writes come. */
async function answerRead(at = 0): Promise<void> {
  await turn();
  stub.reads[at]?.answer();
  await turn();
}

describe('sharing batches', () => {
  test('changes of one turn go together: one read, one write, each document once', async () => {
    const { change } = stub;
    const done = Promise.all([
      change('a', append('1')),
      change('b', append('2')),
      change('a', append('3')),
    ]);
    let acknowledged = false;
    void done.then(() => (acknowledged = true));
    await answerRead();
    expect(stub.reads.map(({ ids }) => ids)).toEqual([['a', 'b']]);
    expect(stub.writes).toMatchObject([
      {
        operations: [
          { index: { _id: 'a', if_seq_no: 0, if_primary_term: 1 } },
          { text: '13' },
          { index: { _id: 'b', if_seq_no: 0, if_primary_term: 1 } },
          { text: '2' },
        ],
        index: 'notes',
        refresh: true,
        require_alias: true,
      },
    ]);
    // Nothing is acknowledged before it is written.
    expect(acknowledged).toBe(false);
    await stub.answerAll();
    expect(acknowledged).toBe(true);
    expect(stub.texts()).toEqual({ a: '13', b: '2', c: '' });
  });

  test('a change that changes nothing is written all the same', async () => {
    void stub.change('a', (stored) => stored ?? { text: '' });
    await stub.answerAll();
    expect(stub.writes.map(({ operations }) => operations.length)).toEqual([2]);
  });
});

describe('conflicts', () => {
  test('what somebody else wrote in between is read, and the changes made of it, in order', async () => {
    const { change } = stub;
    const done = Promise.all([
      change('a', append('1')),
      change('b', append('2')),
      change('a', append('3')),
    ]);
    await answerRead();
    const later = change('a', append('4'));
    stub.overwrite('a', 'x');
    await stub.answerAll();
    await Promise.all([done, later]);
    expect(stub.reads[1]?.ids).toEqual(['a']);
    expect(stub.texts()).toEqual({ a: 'x134', b: '2', c: '' });
  });

  test('a document that is not there yet is made, unless somebody else makes it first', async () => {
    void stub.change('new', (stored) => ({ text: `${stored?.text ?? 'fresh'}!` }));
    await answerRead();
    expect(stub.writes[0]?.operations).toEqual([{ create: { _id: 'new' } }, { text: 'fresh!' }]);
    stub.overwrite('new', 'other');
    await stub.answerAll();
    expect(stub.texts()).toMatchObject({ new: 'other!' });
  });

  test('a refusal is judged anew, and one that was deleted in between is not there any more', async () => {
    const once = (stored: Note | undefined): Note => {
      if (stored?.text !== '') throw new Error('taken');
      return { text: 'mine' };
    };
    const told = outcomes([stub.change('a', once), stub.change('b', append('1'))]);
    await answerRead();
    stub.overwrite('a', 'theirs');
    stub.remove('b');
    await stub.answerAll();
    expect(await told).toEqual(['taken', 404]);
    expect(stub.texts()).toEqual({ a: 'theirs', c: '' });
  });

  test('a failed retry is the outcome of the conflicting changes only', async () => {
    const { change } = stub;
    const told = outcomes([
      change('a', append('1')),
      change('b', append('2')),
      change('b', refuse),
      change('unknown', append('3')),
    ]);
    await answerRead();
    stub.overwrite('a', 'x');
    stub.writes[0]?.answer();
    await turn();
    stub.reads[1]?.fail(new errors.ConnectionError('reset'));
    expect(await told).toEqual([503, 'ok', 'refused', 404]);
  });

  test('they end with the time of the change', async () => {
    stub = startChanges({ a: '' }, 500);
    const late = outcomes([stub.change('a', append('1'))]);
    const isOver = (): Promise<boolean> => Promise.race([late.then(() => true), turn().then(() => false)]); // prettier-ignore
    for (let round = 0; !(await isOver()); round += 1) {
      await answerRead(round);
      stub.overwrite('a', 'x');
      stub.writes[round]?.answer();
      await turn();
    }
    expect(await late).toEqual([503]);
    expect(stub.reads.length).toBeGreaterThan(3);
    expect(stub.texts()).toEqual({ a: 'x' });
  });
});

describe('refusals', () => {
  test('a change that throws fails alone, and the next one sees what was there before it', async () => {
    const { change } = stub;
    const told = outcomes([
      change('a', append('1')),
      change('a', refuse),
      change('a', append('2')),
      change('unknown', append('3')),
      change('b', append('4')),
    ]);
    await stub.answerAll();
    expect(await told).toEqual(['ok', 'refused', 'ok', 404, 'ok']);
    expect(stub.texts()).toEqual({ a: '12', b: '4', c: '' });
    expect(stub.writes).toHaveLength(1);
  });

  test('one that depends on a write that failed is not told', async () => {
    const told = outcomes([stub.change('a', append('1')), stub.change('a', refuse)]);
    await answerRead();
    stub.writes[0]?.answer({ items: [] });
    expect(await told).toEqual([503, 503]);
  });
});

describe('failures', () => {
  test('an item that failed, or has no answer, fails the changes of its document only', async () => {
    const { change } = stub;
    const told = outcomes([
      change('a', append('1')),
      change('b', append('2')),
      change('b', append('3')),
      change('c', append('4')),
    ]);
    await answerRead();
    const rejected = { status: 429, error: { type: 'es_rejected_execution_exception' } };
    stub.writes[0]?.answer({ items: [{ index: { status: 200 } }, { index: rejected }] });
    expect(await told).toEqual(['ok', 503, 503, 503]);
  });

  test.each([
    {},
    { docs: [] },
    { docs: null },
    { docs: [null] },
    { docs: [{}] },
    // Its version is not told.
    { docs: [{ _id: 'a', found: true, _source: { text: '' } }] },
  ])('a read that is answered with %j is not taken for unknown', async (answer) => {
    const told = outcomes([stub.change('a', append('1'))]);
    await turn();
    stub.reads[0]?.answer(answer);
    expect(await told).toEqual([503]);
    expect(stub.writes).toEqual([]);
  });

  test.each([{}, { items: null }, { items: [null] }])(
    'a write that is answered with %j is not taken for made',
    async (answer) => {
      const told = outcomes([stub.change('a', append('1'))]);
      await answerRead();
      stub.writes[0]?.answer(answer);
      expect(await told).toEqual([503]);
    },
  );

  test('a document that cannot be read fails its changes only', async () => {
    const told = outcomes([stub.change('a', append('1')), stub.change('b', append('2'))]);
    await turn();
    const error = { type: 'no_shard_available_action_exception', reason: 'x' };
    const b = { _id: 'b', found: true, _seq_no: 0, _primary_term: 1, _source: { text: '' } };
    stub.reads[0]?.answer({ docs: [{ _id: 'a', error }, b] });
    await stub.answerAll();
    expect(await told).toEqual([503, 'ok']);
    expect(stub.texts()).toEqual({ a: '', b: '2', c: '' });
  });

  test.each(['reads', 'writes'] as const)(
    'a request of %s that failed fails its batch, and the next one goes',
    async (kind) => {
      const told = outcomes([stub.change('a', append('1')), stub.change('b', append('2'))]);
      await turn();
      if (kind === 'writes') stub.reads[0]?.answer();
      await turn();
      const next = stub.change('a', append('3'));
      stub[kind][0]?.fail(new errors.ConnectionError('reset'));
      expect(await told).toEqual([503, 503]);
      await stub.answerAll();
      await next;
      expect(stub.texts()).toMatchObject({ a: '3', b: '' });
    },
  );
});

describe('time', () => {
  test('one whose time is over is never written, and its request is given up', async () => {
    stub = startChanges({ a: '', b: '' }, 100);
    const late = outcomes([stub.change('a', append('1')), stub.change('b', append('2'))]);
    await answerRead();
    expect(stub.writes[0]?.signal.aborted).toBe(false);
    expect(await late).toEqual([503, 503]);
    while (stub.writes[0]?.signal.aborted !== true) await turn();
  });

  test('a late change is not written, and does not end the batch of later changes', async () => {
    stub = startChanges({ a: '', b: '' }, 500);
    const first = outcomes([stub.change('a', append('1'))]);
    await turn();
    const late = outcomes([stub.change('a', append('2')), stub.change('b', append('3'))]);
    await new Promise((resolve) => setTimeout(resolve, 250));
    const later = outcomes([stub.change('a', append('4'))]);
    await answerRead();
    stub.writes[0]?.answer();
    expect(await first).toEqual(['ok']);
    expect(await late).toEqual([503, 503]);
    await stub.answerAll();
    expect(await later).toEqual(['ok']);
    expect(stub.texts()).toEqual({ a: '14', b: '' });
  });
});
