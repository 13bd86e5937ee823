import { describe, expect, test } from '@jest/globals';
import { explainDeath, mavenFailure } from '../../../../tools/engine/errors.js';

const place = { port: 9200, dataFolder: '/data', logFile: '/data/logs/elasticsearch.log' };

describe('explainDeath', () => {
  test.each([
    [
      'disk_full',
      '[ERROR] fatal exception\njava.io.IOException: No space left on device\n\tat x.y',
      'Elasticsearch ended: the disk of /data is full.',
    ],
    [
      'data_in_use',
      'java.lang.IllegalStateException: failed to obtain node locks, tried [/data/data]; maybe',
      'Another Elasticsearch is using the data folder /data.',
    ],
    [
      'port_in_use',
      'BindHttpException: Failed to bind to 127.0.0.1:9200\nCaused by: java.net.BindException: Address already in use',
      'Port 9200 of 127.0.0.1 is in use by another program. Choose another port, or stop that program.',
    ],
    [
      'server_died',
      "Unrecognized VM option 'NoSuch'\nError: Could not create the Java Virtual Machine.",
      "Elasticsearch ended unexpectedly: Unrecognized VM option 'NoSuch' (log: /data/logs/elasticsearch.log)",
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
      'Elasticsearch ended unexpectedly: CorruptIndexException: checksum failed (log: /data/logs/elasticsearch.log)',
    ],
    [
      'server_died',
      '\nit was ended by SIGKILL',
      'Elasticsearch ended unexpectedly: it was ended by SIGKILL (log: /data/logs/elasticsearch.log)',
    ],
    ['server_died', '', 'Elasticsearch ended unexpectedly (log: /data/logs/elasticsearch.log)'],
  ])('%s: %j', (fault, console, message) => {
    expect(explainDeath(console, place)).toMatchObject({
      name: 'EngineError',
      fault,
      message,
    });
  });
});

test.each([
  [
    `\u001b[0m\u001b[0m[ERROR] Plugin a:b:1 could not be resolved: no route to host -> [Help 1]
[ERROR] 
[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.`,
    'Plugin a:b:1 could not be resolved: no route to host',
  ],
  [
    `[ERROR] [ERROR] Some problems were encountered while processing the POMs:
[FATAL] Non-resolvable parent POM: unknown host @ 
 @ 
[ERROR] The build could not read 1 project -> [Help 1]`,
    'Non-resolvable parent POM: unknown host',
  ],
  [
    `[ERROR] Error executing Maven.
[ERROR] The specified user settings file does not exist: /none`,
    'The specified user settings file does not exist: /none',
  ],
  [
    `[ERROR] COMPILATION ERROR : 
[ERROR] /plugin/A.java:[3,5] cannot find symbol`,
    '/plugin/A.java:[3,5] cannot find symbol',
  ],
  ['mvn: line 7: java: not found\n', 'mvn: line 7: java: not found'],
  ['', 'it gave no reason'],
])('the reason of Maven is found in %j', (output, reason) => {
  expect(mavenFailure(output, '/target').message).toBe(
    `Maven could not build Elasticsearch: ${reason}`,
  );
});

test('a full disk during the build', () => {
  expect(mavenFailure('[ERROR] x: No space left on device', '/target')).toMatchObject({
    fault: 'disk_full',
    message: 'The disk of /target is full: Elasticsearch was not built.',
  });
});
