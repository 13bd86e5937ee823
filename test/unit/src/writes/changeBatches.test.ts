import { describe, expect, jest, test } from '@jest/globals';
import { append, start, stopTime, turn } from './noteChanges.js';

stopTime();

describe('sharing batches', () => {
  test('changes of one turn go together: one read, one write, each document once', async () => {
    const stub = start();
    const done = Promise.all([
      stub.change('a', append('1')),
      stub.change('b', append('2')),
      stub.change('a', append('3')),
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
    const stub = start({ maxBatch: 2 });
    void stub.change('a', append('1'));
    await turn();
    for (const letter of ['2', '3', '4']) void stub.change('a', append(letter));
    await turn();
    expect(stub.reads).toHaveLength(1);
    stub.reads[0]?.answer();
    await turn();
    void stub.change('b', append('5'));
    await turn();
    expect(stub.reads).toHaveLength(1);
    await stub.answerAll();
    expect(stub.reads.map(({ ids }) => ids)).toEqual([['a'], ['a'], ['a', 'b']]);
    expect(stub.texts()).toEqual({ a: '1234', b: '5', c: '' });
  });

  test('nothing is acknowledged before it is written', async () => {
    const stub = start();
    let acknowledged = false;
    void stub.change('a', append('1')).then(() => (acknowledged = true));
    await turn();
    stub.reads[0]?.answer();
    await turn();
    expect(acknowledged).toBe(false);
    stub.writes[0]?.answer();
    await turn();
    expect(acknowledged).toBe(true);
  });

  test('after several changes that took a while, their callers have time to come back', async () => {
    const stub = start();
    void stub.change('a', append('1'));
    void stub.change('b', append('2'));
    await turn();
    stub.reads[0]?.answer();
    await jest.advanceTimersByTimeAsync(20);
    stub.writes[0]?.answer();
    await turn();
    void stub.change('a', append('3'));
    await jest.advanceTimersByTimeAsync(9);
    void stub.change('b', append('4'));
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
    const stub = start();
    void stub.change('a', append('1'));
    await turn();
    stub.reads[0]?.answer();
    await jest.advanceTimersByTimeAsync(20);
    void stub.change('b', append('2'));
    stub.writes[0]?.answer();
    await turn();
    expect(stub.reads).toHaveLength(2);
    await stub.answerAll();
  });

  test('one after the other, when the first is over', async () => {
    const stub = start();
    for (const letter of ['1', '2']) {
      const done = stub.change('a', append(letter));
      await turn();
      await stub.answerAll();
      await done;
    }
    expect(stub.writes).toHaveLength(2);
    expect(stub.texts()).toMatchObject({ a: '12' });
  });

  test('a document that is not there yet is made, unless somebody else makes it first', async () => {
    const stub = start();
    const done = stub.change('new', (stored) => ({ text: `${stored?.text ?? 'fresh'}!` }));
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
    const stub = start();
    void stub.change('a', (stored) => stored ?? { text: '' });
    await turn();
    await stub.answerAll();
    expect(stub.writes.map(({ operations }) => operations.length)).toEqual([2]);
  });
});
