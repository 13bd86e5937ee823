import { describe, expect, test } from '@jest/globals';
import { mavenFailure } from '../../../../tools/engine/maven.js';
import { explainDeath } from '../../../../tools/engine/reason.js';

const surroundings = { port: 9200, dataFolder: '/data', logFile: '/data/logs/elasticsearch.log' };

describe('explainDeath', () => {
  test.each([
    [
      'disk_full',
      '[ERROR] fatal exception\njava.io.IOException: No space left on device\n\tat x.y',
      'Elasticsearch stopped because the disk of /data is full.',
    ],
    [
      'data_in_use',
      'java.lang.IllegalStateException: failed to obtain node locks, tried [/data/data]; maybe',
      'Another Elasticsearch is using the data folder /data.',
    ],
    [
      'port_in_use',
      'BindHttpException: Failed to bind to 127.0.0.1:9200\nCaused by: java.net.BindException: Address already in use',
      'Port 9200 of 127.0.0.1 is in use by another program: choose another one, or stop that program.',
    ],
    [
      'server_died',
      "Unrecognized VM option 'NoSuch'\nError: Could not create the Java Virtual Machine.",
      "Elasticsearch ended by itself: Unrecognized VM option 'NoSuch' (its log: /data/logs/elasticsearch.log)",
    ],
    [
      'server_died',
      [
        'NOTE: Picked up JDK_JAVA_OPTIONS: x',
        'WARNING: Unknown module: x specified to --add-opens',
        '[ERROR] fatal exception while booting Elasticsearch',
        'java.lang.IllegalStateException: outer',
        '\tat org.elasticsearch.node.Node.<init>(Node.java:191)',
        'Caused by: org.apache.lucene.index.CorruptIndexException: checksum failed',
        '\t... 3 more',
        '',
        'ERROR: Elasticsearch did not exit normally - check the logs at /data/logs/x.log',
        'ERROR: Elasticsearch died while starting up, exit code: 1',
      ].join('\n'),
      'Elasticsearch ended by itself: CorruptIndexException: checksum failed (its log: /data/logs/elasticsearch.log)',
    ],
    [
      'server_died',
      '\nit was ended by SIGKILL',
      'Elasticsearch ended by itself: it was ended by SIGKILL (its log: /data/logs/elasticsearch.log)',
    ],
    ['server_died', '', 'Elasticsearch ended by itself (its log: /data/logs/elasticsearch.log)'],
  ])('%s: %j', (fault, console, message) => {
    expect(explainDeath(console, surroundings)).toMatchObject({
      name: 'EngineError',
      fault,
      message,
    });
  });
});

describe('mavenFailure', () => {
  test.each([
    [
      'build_failed',
      '[ERROR] Failed to execute goal: Could not transfer artifact\n[ERROR] -> [Help 1]',
      'Maven could not build Elasticsearch: Failed to execute goal: Could not transfer artifact',
    ],
    ['build_failed', '', 'Maven could not build Elasticsearch: it ended without a word'],
    ['disk_full', '[ERROR] x: No space left on device', expect.stringContaining('is full')],
  ])('%s: %j', (fault, output, message) => {
    expect(mavenFailure(output)).toMatchObject({ fault, message });
  });
});
