import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { EngineError } from './errors.js';
import { type Account, may } from './machine.js';

/** The oldest Java that the server runs on. */
export const oldestJava = 21;

/** An installed Java. */
export interface Java {
  home: string;
  version: number;
}

/** Finds the main version in `JAVA_VERSION="25.0.1"`, `openjdk version "1.8.0_392"` and the like. */
export function parseJavaVersion(text: string): number | undefined {
  const found = /(?:JAVA_VERSION=|version )"(?:1\.)?(\d+)(?:[.\-_+"])/.exec(text);
  return found?.[1] === undefined ? undefined : Number(found[1]);
}

/** Returns the full path of a command on the PATH. */
export function findOnPath(command: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, command))
    .find((file) => existsSync(file));
}

/** The folders where systems, package managers and IDEs keep JVMs. `*` stands for every folder. */
function usualFolders(): string[] {
  const home = homedir();
  return process.platform === 'darwin'
    ? [
        '/Library/Java/JavaVirtualMachines/*/Contents/Home',
        join(home, 'Library/Java/JavaVirtualMachines/*/Contents/Home'),
        '/opt/homebrew/opt/*/libexec/openjdk.jdk/Contents/Home',
        '/usr/local/opt/*/libexec/openjdk.jdk/Contents/Home',
        join(home, '.sdkman/candidates/java/*'),
      ]
    : [
        '/usr/lib/jvm/*',
        '/usr/lib64/jvm/*',
        '/usr/java/*',
        '/opt/java/*',
        '/opt/*',
        join(home, '.sdkman/candidates/java/*'),
        join(home, '.jdks/*'),
      ];
}

function expand(pattern: string): string[] {
  const [parent = '', rest = ''] = pattern.split('*');
  if (!existsSync(parent)) return [];
  return readdirSync(parent).map((name) => join(parent, name, rest));
}

/** Returns the Java in the folder; undefined if there is none. */
export function describeJava(home: string): Java | undefined {
  if (!existsSync(join(home, 'bin', 'java'))) return undefined;
  const release = join(home, 'release');
  const version = existsSync(release)
    ? parseJavaVersion(/^JAVA_VERSION=.*$/m.exec(readFileSync(release, 'utf8'))?.[0] ?? '')
    : undefined;
  if (version !== undefined) return { home, version };
  const answer = spawnSync(join(home, 'bin', 'java'), ['-version'], { encoding: 'utf8' });
  const asked = parseJavaVersion(/version ".*"/.exec(answer.stderr || '')?.[0] ?? '');
  return asked === undefined ? undefined : { home, version: asked };
}

/** Returns all installed Javas: the user's choice first, then the others, newest first. */
export function installedJavas(): Java[] {
  const onPath = findOnPath('java');
  const chosen = [
    process.env.JAVA_HOME,
    onPath === undefined ? undefined : dirname(dirname(realpathSync(onPath))),
  ]
    .filter((home): home is string => home !== undefined && home !== '')
    .map(describeJava);
  const others = usualFolders()
    .flatMap(expand)
    .map(describeJava)
    .sort((one, other) => (other?.version ?? 0) - (one?.version ?? 0));
  return [...chosen, ...others].filter((java) => java !== undefined);
}

/**
 * Returns the Java for running the server as the account, or (`withCompiler`) for building the plugin.
 * @throws EngineError `java_missing`
 */
export function findJava(need: { account?: Account | undefined; withCompiler?: boolean }): Java {
  return need.withCompiler === true
    ? chooseJava(
        installedJavas(),
        ({ home }) => existsSync(join(home, 'bin', 'javac')),
        'has no compiler (javac)',
      )
    : chooseJava(
        installedJavas(),
        ({ home }) => may(need.account, '-x', join(home, 'bin', 'java')),
        'is closed to the unprivileged account of the server',
      );
}

/** Returns the first Java that is recent and fit. `shortfall` says what the unfit ones lack. */
export function chooseJava(
  installed: readonly Java[],
  isFit: (java: Java) => boolean,
  shortfall: string,
): Java {
  const recent = installed.filter((java) => java.version >= oldestJava);
  const fit = recent.find(isFit);
  if (fit !== undefined) return fit;
  const seen = [...new Set((recent.length > 0 ? recent : installed).map((java) => java.home))];
  const found =
    seen.length === 0
      ? 'no Java was found'
      : `the installed one ${recent.length > 0 ? shortfall : 'is older'} (${seen.join(', ')})`;
  throw new EngineError(
    'java_missing',
    `Elasticsearch needs a Java Development Kit of version ${oldestJava} or newer, but ${found}. Install one, or set JAVA_HOME to it.`,
  );
}
