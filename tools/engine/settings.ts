import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The options of one start of the server. */
export interface ServerSettings {
  home: string;
  /** Kept between starts. */
  dataRoot: string;
  /** Of this start alone. */
  runFolder: string;
  /** Or several, separated by commas; 0 lets the system choose. */
  port: number | string;
  /** Its place in a cluster; absent: it is alone. */
  member?: Member | undefined;
}

/** The place of a server in a cluster. */
export interface Member {
  /** Unique in the cluster, and the same at every start. */
  name: string;
  transportPort: number;
  /** The addresses of all members, by which they find each other. */
  seedHosts: readonly string[];
  /** The names of those that may elect the first master of all; absent: the cluster is known to exist. */
  firstMasters?: readonly string[] | undefined;
}

/**
 * At most 30 MB of logs, in `path.logs` (not written out: this file is not read as UTF-8); errors also to the console,
 * where the supervisor finds the reason of a death.
 */
const logging = `status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%p] %m%n
appender.console.filter.threshold.type = ThresholdFilter
appender.console.filter.threshold.level = error
appender.file.type = RollingFile
appender.file.name = file
appender.file.fileName = \${sys:es.logs.base_path}/elasticsearch.log
appender.file.filePattern = \${sys:es.logs.base_path}/elasticsearch.%i.log
appender.file.layout.type = PatternLayout
appender.file.layout.pattern = [%d{ISO8601}][%p][%c{1.}] %m%n
appender.file.policies.type = Policies
appender.file.policies.size.type = SizeBasedTriggeringPolicy
appender.file.policies.size.size = 10MB
appender.file.strategy.type = DefaultRolloverStrategy
appender.file.strategy.max = 2
rootLogger.level = info
rootLogger.appenderRef.console.ref = console
rootLogger.appenderRef.file.ref = file
`;

/** Where the server writes the port that it got. */
export function portsFile(dataRoot: string): string {
  return join(dataRoot, 'logs', 'http.ports');
}

/** Writes the folders and configuration files of one start. */
export function writeSettings(settings: ServerSettings): void {
  const { home, dataRoot, runFolder } = settings;
  const config = join(runFolder, 'config');
  for (const folder of [
    config,
    join(runFolder, 'tmp'),
    join(dataRoot, 'data'),
    join(dataRoot, 'logs'),
  ]) {
    mkdirSync(folder, { recursive: true });
  }
  // JSON strings are YAML strings, whatever is in the paths.
  const lines = Object.entries(serverSettings(settings)).map(
    ([key, value]) => `${key}: ${JSON.stringify(value)}`,
  );
  writeFileSync(join(config, 'elasticsearch.yml'), `${lines.join('\n')}\n`);
  writeFileSync(
    join(config, 'jvm.options'),
    jvmOptions(readFileSync(join(home, 'config', 'jvm.options'), 'utf8')),
  );
  writeFileSync(join(config, 'log4j2.properties'), logging);
}

type Values = Record<string, string | number | boolean | readonly string[]>;

function serverSettings({ dataRoot, runFolder, port, member }: ServerSettings): Values {
  return {
    'cluster.name': 'geographic-data-service',
    ...(member === undefined ? ALONE : memberSettings(member)),
    'network.host': '127.0.0.1',
    'http.port': port,
    'node.portsfile': true,
    // By it whoever starts a server knows it from another one on the same data.
    'node.attr.run': basename(runFolder),
    'path.data': join(dataRoot, 'data'),
    'path.logs': join(dataRoot, 'logs'),
    // It listens on this machine only, and this build's users would need set-up; the compose file shows security on.
    'xpack.security.enabled': false,
    // A misspelt index is an error, never a new index with guessed types.
    'action.auto_create_index': false,
    // The watermarks are shares of the whole disk: on a developer's disk that is 95 % full, with 50 GB free, they would
    // silently make every index read-only. A disk that is really full still fails each write, saying so.
    'cluster.routing.allocation.disk.threshold_enabled': false,
  };
}

const ALONE: Values = {
  'node.name': 'local',
  'discovery.type': 'single-node',
  'transport.port': 0,
};

/** A member that does not answer so many checks in a row is taken out of the cluster: after 4 s, instead of 30. */
const CHECK: Values = { interval: '500ms', timeout: '1s', retry_count: 3 };

function memberSettings({ name, transportPort, seedHosts, firstMasters }: Member): Values {
  const checks = ['follower', 'leader'].flatMap((kind) =>
    Object.entries(CHECK).map(([key, value]) => [
      `cluster.fault_detection.${kind}_check.${key}`,
      value,
    ]),
  );
  return {
    'node.name': name,
    'transport.port': transportPort,
    'discovery.seed_hosts': seedHosts,
    ...(firstMasters && { 'cluster.initial_master_nodes': firstMasters }),
    // A new master waits for one that hangs to take note of it: for so long instead of 30 s.
    'cluster.publish.timeout': '5s',
    ...(Object.fromEntries(checks) as Values),
  };
}

/** The server's own options without its endless record of garbage collections and its dumps as large as the heap. */
function jvmOptions(official: string): string {
  const unwanted = /^(-Xlog:gc|-XX:\+HeapDumpOnOutOfMemoryError)/;
  const kept = official
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#') && !unwanted.test(line));
  return `${kept.join('\n')}\n`;
}

/** The server's whole environment: nothing of ours, where passwords might be, leaks into it. */
export function serverEnvironment(
  javaHome: string,
  runFolder: string,
  heapMegabytes: number,
): NodeJS.ProcessEnv {
  const heap = `-Xms${heapMegabytes}m -Xmx${heapMegabytes}m`;
  return {
    PATH: process.env.PATH,
    // Without it, where no language is set, Java cannot open a folder whose name has letters beyond ASCII.
    LC_ALL: 'C.UTF-8',
    ES_JAVA_HOME: javaHome,
    ES_PATH_CONF: join(runFolder, 'config'),
    ES_TMPDIR: join(runFolder, 'tmp'),
    // For the launcher before the server, which leaves its temporary folders behind. Quoted: the path may have blanks.
    JDK_JAVA_OPTIONS: `"-Djava.io.tmpdir=${join(runFolder, 'tmp')}"`,
    // The programs before the server live for seconds: the thorough compiler and a heap of 4 MB cost them half of that.
    CLI_JAVA_OPTS: '-XX:TieredStopAtLevel=1 -Xms32m',
    ES_JAVA_OPTS: `${heap} ${process.env.ES_JAVA_OPTS ?? ''}`.trim(),
  };
}
