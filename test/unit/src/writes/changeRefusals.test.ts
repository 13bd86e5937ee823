import { describe, expect, test } from '@jest/globals';
import type { Note } from './changeStub.js';
import { append, start, stopTime, turn } from './noteChanges.js';

stopTime();

describe('refusals', () => {
  test('a change that throws fails alone, and the next one sees what was there before it', async () => {
    const stub = start();
    const refuse = () => {
      throw new Error('refused');
    };
    const done = Promise.allSettled([
      stub.change('a', append('1')),
      stub.change('a', refuse),
      stub.change('a', append('2')),
      stub.change('unknown', append('3')),
      stub.change('b', append('4')),
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
    const stub = start();
    const told: string[] = [];
    const refuse = (stored: Note | undefined) => {
      throw new Error(stored?.text ?? 'none');
    };
    const tell = (error: Error): void => void told.push(error.message);
    stub.change('a', refuse).catch(tell);
    void stub.change('a', append('1'));
    stub.change('a', refuse).catch(tell);
    await turn();
    stub.reads[0]?.answer();
    await turn();
    expect(told).toEqual(['']);
    stub.writes[0]?.answer();
    await turn();
    expect(told).toEqual(['', '1']);
  });

  test('nothing is written when all are refused', async () => {
    const stub = start();
    const refused = expect(stub.change('unknown', append('1'))).rejects.toMatchObject({
      status: 404,
    });
    await turn();
    await stub.answerAll();
    await refused;
    expect(stub.writes).toHaveLength(0);
  });
});
