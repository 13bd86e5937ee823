import { describe, expect, jest, test } from '@jest/globals';
import type { Note } from './changeStub.js';
import { append, start, stopTime, turn } from './noteChanges.js';

stopTime();

describe('conflicts', () => {
  test('what somebody else wrote in between is read, and the changes made of it, in order', async () => {
    const stub = start();
    const first = Promise.all([stub.change('a', append('1')), stub.change('b', append('2'))]);
    const second = stub.change('a', append('3'));
    await turn();
    stub.reads[0]?.answer();
    await turn();
    const later = stub.change('a', append('4'));
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
    const stub = start();
    const once = (stored: Note | undefined) => {
      if (stored?.text !== '') throw new Error('taken');
      return { text: 'mine' };
    };
    const lost = expect(stub.change('a', once)).rejects.toThrow('taken');
    await turn();
    stub.reads[0]?.answer();
    await turn();
    stub.overwrite('a', 'theirs');
    await stub.answerAll();
    await lost;
    expect(stub.texts()).toMatchObject({ a: 'theirs' });
  });

  test('one that was deleted in between is not there any more', async () => {
    const stub = start();
    const lost = expect(stub.change('a', append('1'))).rejects.toMatchObject({ status: 404 });
    await turn();
    stub.reads[0]?.answer();
    await turn();
    stub.remove('a');
    await stub.answerAll();
    await lost;
    expect(stub.texts()).toEqual({ b: '', c: '' });
  });

  test('they end with the time of the change', async () => {
    const stub = start({ timeoutMs: 1_000 });
    const late = expect(stub.change('a', append('1'))).rejects.toMatchObject({ status: 503 });
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
