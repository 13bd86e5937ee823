import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { notFound } from '../../../../src/errors.js';
import { type ChangeStub, type Note, stubChanges } from './changeStub.js';

let stub: ChangeStub;
const turn = (): Promise<void> => jest.advanceTimersByTimeAsync(0);

/** Appends to what is stored; refuses where nothing is. */
const append = (letter: string) => (stored: Note | undefined) => {
  if (stored === undefined) throw notFound();
  return { text: stored.text + letter };
};

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

describe('sharing batches', () => {
  test('changes of one turn go together: one read, one write, each document once', async () => {
    const change = start();
    const done = Promise.all([
      change('a', append('1')),
      change('b', append('2')),
      change('a', append('3')),
    ]);
    await turn();
    expect(stub.reads.map(({ ids }) => ids)).toEqual([['a', 'b']]);
    stub.reads[0]?.answer();
    await turn();
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
    stub.writes[0]?.answer();
    await done;
    expect(stub.texts()).toEqual({ a: '13', b: '2', c: '' });
  });

  test('what arrives during a batch waits, in order, and goes into the next ones', async () => {
    const change = start({ maxBatch: 2 });
    void change('a', append('1'));
    await turn();
    for (const letter of ['2', '3', '4']) void change('a', append(letter));
    await turn();
    expect(stub.reads).toHaveLength(1);
    stub.reads[0]?.answer();
    await turn();
    void change('b', append('5'));
    await turn();
    expect(stub.reads).toHaveLength(1);
    await stub.answerAll();
    expect(stub.reads.map(({ ids }) => ids)).toEqual([['a'], ['a'], ['a', 'b']]);
    expect(stub.texts()).toEqual({ a: '1234', b: '5', c: '' });
  });

  test('nothing is acknowledged before it is written', async () => {
    const change = start();
    let acknowledged = false;
    void change('a', append('1')).then(() => (acknowledged = true));
    await turn();
    stub.reads[0]?.answer();
    await turn();
    expect(acknowledged).toBe(false);
    stub.writes[0]?.answer();
    await turn();
    expect(acknowledged).toBe(true);
  });

  test('after several changes that took a while, their callers have time to come back', async () => {
    const change = start();
    void change('a', append('1'));
    void change('b', append('2'));
    await turn();
    stub.reads[0]?.answer();
    await jest.advanceTimersByTimeAsync(20);
    stub.writes[0]?.answer();
    await turn();
    void change('a', append('3'));
    await jest.advanceTimersByTimeAsync(9);
    void change('b', append('4'));
    expect(stub.reads).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(stub.reads.map(({ ids }) => ids)).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    await stub.answerAll();
    expect(stub.texts()).toMatchObject({ a: '13', b: '24' });
  });

  test('after a lone change that took a while, the next one goes at once', async () => {
    const change = start();
    void change('a', append('1'));
    await turn();
    stub.reads[0]?.answer();
    await jest.advanceTimersByTimeAsync(20);
    void change('b', append('2'));
    stub.writes[0]?.answer();
    await turn();
    expect(stub.reads).toHaveLength(2);
    await stub.answerAll();
  });

  test('one after the other, when the first is over', async () => {
    const change = start();
    for (const letter of ['1', '2']) {
      const done = change('a', append(letter));
      await turn();
      await stub.answerAll();
      await done;
    }
    expect(stub.writes).toHaveLength(2);
    expect(stub.texts()).toMatchObject({ a: '12' });
  });

  test('a document that is not there yet is made, unless somebody else makes it first', async () => {
    const change = start();
    const done = change('new', (stored) => ({ text: `${stored?.text ?? 'fresh'}!` }));
    await turn();
    stub.reads[0]?.answer();
    await turn();
    expect(stub.writes[0]?.operations).toEqual([{ create: { _id: 'new' } }, { text: 'fresh!' }]);
    stub.overwrite('new', 'other');
    await stub.answerAll();
    await done;
    expect(stub.texts()).toMatchObject({ new: 'other!' });
  });

  test('a change that changes nothing is written all the same', async () => {
    const change = start();
    void change('a', (stored) => stored ?? { text: '' });
    await turn();
    await stub.answerAll();
    expect(stub.writes.map(({ operations }) => operations.length)).toEqual([2]);
  });
});

describe('refusals', () => {
  test('a change that throws fails alone, and the next one sees what was there before it', async () => {
    const change = start();
    const refuse = () => {
      throw new Error('refused');
    };
    const done = Promise.allSettled([
      change('a', append('1')),
      change('a', refuse),
      change('a', append('2')),
      change('unknown', append('3')),
      change('b', append('4')),
    ]);
    await turn();
    await stub.answerAll();
    expect((await done).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(stub.texts()).toEqual({ a: '12', b: '4', c: '' });
    expect(stub.writes).toHaveLength(1);
  });

  test('one that depends on an earlier change is told when that one is written', async () => {
    const change = start();
    const told: string[] = [];
    const refuse = (stored: Note | undefined) => {
      throw new Error(stored?.text ?? 'none');
    };
    const tell = (error: Error): void => void told.push(error.message);
    change('a', refuse).catch(tell);
    void change('a', append('1'));
    change('a', refuse).catch(tell);
    await turn();
    stub.reads[0]?.answer();
    await turn();
    expect(told).toEqual(['']);
    stub.writes[0]?.answer();
    await turn();
    expect(told).toEqual(['', '1']);
  });

  test('nothing is written when all are refused', async () => {
    const change = start();
    const refused = expect(change('unknown', append('1'))).rejects.toMatchObject({ status: 404 });
    await turn();
    await stub.answerAll();
    await refused;
    expect(stub.writes).toHaveLength(0);
  });
});

describe('conflicts', () => {
  test('what somebody else wrote in between is read, and the changes made of it, in order', async () => {
    const change = start();
    const first = Promise.all([change('a', append('1')), change('b', append('2'))]);
    const second = change('a', append('3'));
    await turn();
    stub.reads[0]?.answer();
    await turn();
    const later = change('a', append('4'));
    stub.overwrite('a', 'x');
    stub.writes[0]?.answer();
    await turn();
    // First, and together with what arrived meanwhile.
    expect(stub.reads[1]?.ids).toEqual(['a']);
    await stub.answerAll();
    await Promise.all([first, second, later]);
    expect(stub.texts()).toEqual({ a: 'x134', b: '2', c: '' });
  });

  test('a refusal is judged anew', async () => {
    const change = start();
    const once = (stored: Note | undefined) => {
      if (stored?.text !== '') throw new Error('taken');
      return { text: 'mine' };
    };
    const lost = expect(change('a', once)).rejects.toThrow('taken');
    await turn();
    stub.reads[0]?.answer();
    await turn();
    stub.overwrite('a', 'theirs');
    await stub.answerAll();
    await lost;
    expect(stub.texts()).toMatchObject({ a: 'theirs' });
  });

  test('one that was deleted in between is not there any more', async () => {
    const change = start();
    const lost = expect(change('a', append('1'))).rejects.toMatchObject({ status: 404 });
    await turn();
    stub.reads[0]?.answer();
    await turn();
    stub.remove('a');
    await stub.answerAll();
    await lost;
    expect(stub.texts()).toEqual({ b: '', c: '' });
  });

  test('they end with the time of the change', async () => {
    const change = start({ timeoutMs: 1_000 });
    const late = expect(change('a', append('1'))).rejects.toMatchObject({ status: 503 });
    await turn();
    for (let round = 0; round < 4; round += 1) {
      stub.reads[round]?.answer();
      await turn();
      stub.overwrite('a', 'x');
      await jest.advanceTimersByTimeAsync(300);
      stub.writes[round]?.answer();
      await turn();
    }
    await late;
    expect(stub.reads).toHaveLength(4);
    expect(stub.texts()).toMatchObject({ a: 'x' });
  });
});
