import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The settings of one start of the server. */
export interface ServerSettings {
  home: string;
  /** Kept between starts. */
  dataRoot: string;
  /** The folder of this start only. */
  runFolder: string;
  /** One port, or several separated by commas; 0: any free one. */
  port: number | string;
  /** Its place in a cluster; absent: a single node. */
  member?: Member | undefined;
  /** Turns security on. */
  adminPassword?: string | undefined;
}

/** The superuser of a server with security. */
export const ADMIN = 'admin';

/** The place of a server in a cluster. */
export interface Member {
  /** Unique in the cluster, and the same at every start. */
  name: string;
  transportPort: number;
  /** The transport addresses of all members. */
  seedHosts: readonly string[];
  /** The members that elect the first master; absent if the cluster exists already. */
  firstMasters?: readonly string[] | undefined;
}

/**
 * At most 30 MB of logs, in `path.logs` (by its property, because this file is not read as UTF-8). Errors also go
 * to the console, where the supervisor reads them.
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

/** Returns the file in which the server writes its port. */
export function portsFile(dataRoot: string): string {
  return join(dataRoot, 'logs', 'http.ports');
}

/** Writes the folders and the configuration of one start. */
export function writeSettings(settings: ServerSettings): void {
  const { home, dataRoot, runFolder, adminPassword } = settings;
  const config = join(runFolder, 'config');
  const folders = [config, join(runFolder, 'tmp'), join(dataRoot, 'data'), join(dataRoot, 'logs')];
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  // A JSON string is a YAML string, whatever the path holds.
  const lines = Object.entries(serverSettings(settings)).map(
    ([key, value]) => `${key}: ${JSON.stringify(value)}\n`,
  );
  writeFileSync(join(config, 'elasticsearch.yml'), lines.join(''));
  const official = readFileSync(join(home, 'config', 'jvm.options'), 'utf8');
  writeFileSync(join(config, 'jvm.options'), official.replace(UNWANTED_OPTIONS, ''));
  writeFileSync(join(config, 'log4j2.properties'), logging);
  if (adminPassword === undefined) return;
  writeFileSync(join(config, 'users'), `${ADMIN}:${hashPassword(adminPassword)}\n`);
  writeFileSync(join(config, 'users_roles'), `superuser:${ADMIN}\n`);
}

/** Returns a hash that Elasticsearch reads. Its own program for this takes seconds. */
function hashPassword(password: string): string {
  const [rounds, bytes] = [10_000, 32];
  const salt = randomBytes(bytes);
  const hash = pbkdf2Sync(password, salt, rounds, bytes, 'sha512');
  return `{PBKDF2}${rounds}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

/** Logs of garbage collections, and heap dumps. */
const UNWANTED_OPTIONS = /^(-Xlog:gc|-XX:\+HeapDumpOnOutOfMemoryError).*$/gm;

type Values = Record<string, string | number | boolean | readonly string[]>;

function serverSettings(settings: ServerSettings): Values {
  const { dataRoot, runFolder, port, member, adminPassword } = settings;
  return {
    'cluster.name': 'geographic-data-service',
    ...(member === undefined ? ALONE : memberSettings(member)),
    'network.host': '127.0.0.1',
    'http.port': port,
    'node.portsfile': true,
    // Distinguishes this start from another one on the same data.
    'node.attr.run': basename(runFolder),
    'path.data': join(dataRoot, 'data'),
    'path.logs': join(dataRoot, 'logs'),
    // Snapshots go there. The server creates the folder with the first repository.
    'path.repo': join(dataRoot, 'snapshots'),
    // Off by default, because the server listens on this machine only. docker-compose.yml shows security on.
    'xpack.security.enabled': adminPassword !== undefined,
    // A misspelt index is an error, never a new index with guessed types.
    'action.auto_create_index': false,
    // By default they are shares of the disk: a developer's disk with 50 GB free may exceed them, and all indices would
    // become read-only. Without them, a full disk breaks shards and takes the master away.
    'cluster.routing.allocation.disk.watermark.low': '200mb',
    'cluster.routing.allocation.disk.watermark.high': '150mb',
    'cluster.routing.allocation.disk.watermark.flood_stage': '100mb',
    // How often the disk is looked at, instead of 30 s and 2 min, to block and to recover in time.
    'cluster.info.update.interval': '10s',
    'monitor.fs.health.refresh_interval': '10s',
  };
}

const ALONE: Values = {
  'node.name': 'local',
  'discovery.type': 'single-node',
  'transport.port': 0,
};

function memberSettings({ name, transportPort, seedHosts, firstMasters }: Member): Values {
  const settings: Values = {
    'node.name': name,
    'transport.port': transportPort,
    'discovery.seed_hosts': seedHosts,
    // How long a new master waits for a node that hangs, instead of 30 s.
    'cluster.publish.timeout': '5s',
  };
  if (firstMasters) settings['cluster.initial_master_nodes'] = firstMasters;
  // Removes a member that does not answer after 4 s instead of 30 s.
  for (const kind of ['follower_check', 'leader_check']) {
    settings[`cluster.fault_detection.${kind}.interval`] = '500ms';
    settings[`cluster.fault_detection.${kind}.timeout`] = '1s';
    settings[`cluster.fault_detection.${kind}.retry_count`] = 3;
  }
  return settings;
}

/** Returns the whole environment of the server. Ours may hold passwords, and is not passed on. */
export function serverEnvironment(
  javaHome: string,
  runFolder: string,
  heapMegabytes: number,
): NodeJS.ProcessEnv {
  const heap = `-Xms${heapMegabytes}m -Xmx${heapMegabytes}m`;
  return {
    PATH: process.env.PATH,
    // Without a locale, Java cannot open a folder whose name is not ASCII.
    LC_ALL: 'C.UTF-8',
    ES_JAVA_HOME: javaHome,
    ES_PATH_CONF: join(runFolder, 'config'),
    ES_TMPDIR: join(runFolder, 'tmp'),
    // For the launcher, which leaves its temporary folders behind. Quoted, because the path may have blanks.
    JDK_JAVA_OPTIONS: `"-Djava.io.tmpdir=${join(runFolder, 'tmp')}"`,
    // The launcher lives for seconds. The full compiler and a small heap would double its time.
    CLI_JAVA_OPTS: '-XX:TieredStopAtLevel=1 -Xms32m',
    ES_JAVA_OPTS: `${heap} ${process.env.ES_JAVA_OPTS ?? ''}`.trim(),
  };
}
