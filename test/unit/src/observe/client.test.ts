import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { clientOf } from '../../../../src/observe/client.js';

function forwarded(addresses: string): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers['x-forwarded-for'] = addresses;
  return request;
}

describe('the address of a caller', () => {
  it('is the one that the outermost trusted proxy wrote', () => {
    expect(clientOf(forwarded('1.1.1.1 ,2.2.2.2 , 3.3.3.3'), 1)).toBe('3.3.3.3');
    expect(clientOf(forwarded('1.1.1.1 ,2.2.2.2 , 3.3.3.3'), 2)).toBe('2.2.2.2');
    expect(clientOf(forwarded('1.1.1.1'), 3)).toBe('1.1.1.1');
    expect(clientOf(forwarded('1.1.1.1'), 0)).toBe('');
  });

  it('is found at once in a header of nothing but blanks', async () => {
    expect(clientOf(forwarded(`a${' '.repeat(60_000)}b`), 1)).toMatch(/^a +b$/);
    // Only here can the time of this test run out.
    await sleep(1);
  }, 10_000);
});
