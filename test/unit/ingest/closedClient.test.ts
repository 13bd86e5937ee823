import { expect, test } from '@jest/globals';
import { createClient } from '../../../core/elasticsearch/client.js';
import { patientClient } from '../../../core/elasticsearch/retry.js';

test('a client that was closed is not waited for', async () => {
  const client = createClient({ urls: ['http://127.0.0.1:9'], timeoutMs: 1_000 });
  let waits = 0;
  const patient = patientClient(client, {
    signal: new AbortController().signal,
    onRetry: () => {
      waits += 1;
    },
  });
  await client.close();
  await expect(patient.count()).rejects.toThrow('The client of Elasticsearch is closed.');
  expect(waits).toBe(0);
});
