import { errors } from '@elastic/elasticsearch';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { NOT_FOUND } from '../../../../src/errors.js';
import { type StartedChanges, type Note, startChanges, turn } from './noteStore.js';

let started: StartedChanges;
beforeEach(() => {
  started = startChanges();
});

/** Appends to what is stored; refuses where nothing is. */
const append = (letter: string) => (stored: Note | undefined) => {
  if (stored === undefined) throw NOT_FOUND;
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
  started.reads[at]?.answer();
  await turn();
}

describe('sharing batches', () => {
  test('changes of one turn go together: one read, one write, each document once', async () => {
    const { change } = started;
    const done = Promise.all([
      change('a', append('1')),
      change('b', append('2')),
      change('a', append('3')),
    ]);
    let acknowledged = false;
    void done.then(() => (acknowledged = true));
    await answerRead();
    expect(started.reads.map(({ ids }) => ids)).toEqual([['a', 'b']]);
    expect(started.writes).toMatchObject([
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
    await started.answerAll();
    expect(acknowledged).toBe(true);
    expect(started.texts()).toEqual({ a: '13', b: '2', c: '' });
  });

  test('what is deleted, is deleted at its version; what is not there, by no deletion that could come late', async () => {
    const { change } = started;
    const clear = (): undefined => undefined;
    const told = outcomes([change('a', append('1')), change('a', clear), change('none', clear)]);
    await started.answerAll();
    expect(await told).toEqual(['ok', 'ok', 'ok']);
    expect(started.writes).toMatchObject([
      {
        operations: [
          { delete: { _id: 'a', if_seq_no: 0 } },
          { delete: { _id: ' ', routing: 'none' } },
        ],
      },
    ]);
    expect(started.texts()).toEqual({ b: '', c: '' });
  });

  test('a change sees the document beside its own', async () => {
    void started.change('known', (_, beside) => beside);
    await started.answerAll();
    expect(started.texts()).toMatchObject({ known: 'known' });
  });

  test('a change that changes nothing is written all the same', async () => {
    void started.change('a', (stored) => stored ?? { text: '' });
    await started.answerAll();
    expect(started.writes.map(({ operations }) => operations.length)).toEqual([2]);
  });
});

describe('conflicts', () => {
  test('what somebody else wrote in between is read, and the changes made of it, in order', async () => {
    const { change } = started;
    const done = Promise.all([
      change('a', append('1')),
      change('b', append('2')),
      change('a', append('3')),
    ]);
    await answerRead();
    const later = change('a', append('4'));
    started.overwrite('a', 'x');
    await started.answerAll();
    await Promise.all([done, later]);
    expect(started.reads[1]?.ids).toEqual(['a']);
    expect(started.texts()).toEqual({ a: 'x134', b: '2', c: '' });
  });

  test('a failed retry is the outcome of the conflicting changes only', async () => {
    const { change } = started;
    const told = outcomes([
      change('a', append('1')),
      change('b', append('2')),
      change('b', refuse),
      change('unknown', append('3')),
    ]);
    await answerRead();
    started.overwrite('a', 'x');
    started.writes[0]?.answer();
    await turn();
    started.reads[1]?.fail(new errors.ConnectionError('reset'));
    expect(await told).toEqual([503, 'ok', 'refused', 404]);
  });

  test('they end with the time of the change', async () => {
    started = startChanges({ a: '' }, 500);
    const late = outcomes([started.change('a', append('1'))]);
    const isOver = (): Promise<boolean> => Promise.race([late.then(() => true), turn().then(() => false)]); // prettier-ignore
    for (let round = 0; !(await isOver()); round += 1) {
      await answerRead(round);
      started.overwrite('a', 'x');
      started.writes[round]?.answer();
      await turn();
    }
    expect(await late).toEqual([503]);
    expect(started.reads.length).toBeGreaterThan(3);
    expect(started.texts()).toEqual({ a: 'x' });
  });
});

describe('refusals', () => {
  test('a change that throws fails alone, and the next one sees what was there before it', async () => {
    const { change } = started;
    const told = outcomes([
      change('a', append('1')),
      change('a', refuse),
      change('a', append('2')),
      change('unknown', append('3')),
      change('b', append('4')),
    ]);
    await started.answerAll();
    expect(await told).toEqual(['ok', 'refused', 'ok', 404, 'ok']);
    expect(started.texts()).toEqual({ a: '12', b: '4', c: '' });
    expect(started.writes).toHaveLength(1);
  });

  test('one that depends on a write that failed is not told', async () => {
    const told = outcomes([started.change('a', append('1')), started.change('a', refuse)]);
    await answerRead();
    started.writes[0]?.answer({ items: [] });
    expect(await told).toEqual([503, 503]);
  });
});

describe('failures', () => {
  test('an item that failed, or has no answer, fails the changes of its document only', async () => {
    const { change } = started;
    const told = outcomes([
      change('a', append('1')),
      change('b', append('2')),
      change('b', append('3')),
      change('c', append('4')),
    ]);
    await answerRead();
    const rejected = { status: 429, error: { type: 'es_rejected_execution_exception' } };
    started.writes[0]?.answer({ items: [{ index: { status: 200 } }, { index: rejected }] });
    expect(await told).toEqual(['ok', 503, 503, 503]);
  });

  test.each([
    {},
    { docs: [] },
    { docs: null },
    { docs: [null] },
    { docs: [{}] },
    // Its version is not told.
    { docs: [{ _id: 'a', found: true, _source: { text: '' } }, { found: false }] },
    // Only one of two documents.
    { docs: [{ _id: 'a', found: false }] },
  ])('a read that is answered with %j is not taken for unknown', async (answer) => {
    const told = outcomes([started.change('a', append('1'))]);
    await turn();
    started.reads[0]?.answer(answer);
    expect(await told).toEqual([503]);
    expect(started.writes).toEqual([]);
  });

  test.each([{}, { items: null }, { items: [null] }])(
    'a write that is answered with %j is not taken for made',
    async (answer) => {
      const told = outcomes([started.change('a', append('1'))]);
      await answerRead();
      started.writes[0]?.answer(answer);
      expect(await told).toEqual([503]);
    },
  );

  test('a document that cannot be read fails its changes only', async () => {
    const told = outcomes([started.change('a', append('1')), started.change('b', append('2'))]);
    await turn();
    const error = { type: 'no_shard_available_action_exception', reason: 'x' };
    const b = { _id: 'b', found: true, _seq_no: 0, _primary_term: 1, _source: { text: '' } };
    const none = { _id: 'a', found: false };
    started.reads[0]?.answer({ docs: [{ _id: 'a', error }, none, b, none] });
    await started.answerAll();
    expect(await told).toEqual([503, 'ok']);
    expect(started.texts()).toEqual({ a: '', b: '2', c: '' });
  });

  test.each(['reads', 'writes'] as const)(
    'a request of %s that failed fails its batch, and the next one goes',
    async (kind) => {
      const told = outcomes([started.change('a', append('1')), started.change('b', append('2'))]);
      await turn();
      if (kind === 'writes') started.reads[0]?.answer();
      await turn();
      const next = started.change('a', append('3'));
      started[kind][0]?.fail(new errors.ConnectionError('reset'));
      expect(await told).toEqual([503, 503]);
      await started.answerAll();
      await next;
      expect(started.texts()).toMatchObject({ a: '3', b: '' });
    },
  );
});

describe('time', () => {
  test('one whose time is over is never written, and its request is given up', async () => {
    started = startChanges({ a: '', b: '' }, 100);
    const late = outcomes([started.change('a', append('1')), started.change('b', append('2'))]);
    await answerRead();
    expect(started.writes[0]?.signal.aborted).toBe(false);
    expect(await late).toEqual([503, 503]);
    while (started.writes[0]?.signal.aborted !== true) await turn();
  });

  test('a late change is not written, and does not end the batch of later changes', async () => {
    started = startChanges({ a: '', b: '' }, 500);
    const first = outcomes([started.change('a', append('1'))]);
    await turn();
    const late = outcomes([started.change('a', append('2')), started.change('b', append('3'))]);
    await new Promise((resolve) => setTimeout(resolve, 250));
    const later = outcomes([started.change('a', append('4'))]);
    await answerRead();
    started.writes[0]?.answer();
    expect(await first).toEqual(['ok']);
    expect(await late).toEqual([503, 503]);
    await started.answerAll();
    expect(await later).toEqual(['ok']);
    expect(started.texts()).toEqual({ a: '14', b: '' });
  });
});
