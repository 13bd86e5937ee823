import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { EngineError } from './errors.js';

/** The oldest Java that the server runs on. */
const OLDEST = 21;

/** An installed Java. */
export interface Java {
  home: string;
  version: number;
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
const USUAL_FOLDERS =
  process.platform === 'darwin'
    ? [
        '/Library/Java/JavaVirtualMachines/*/Contents/Home',
        join(homedir(), 'Library/Java/JavaVirtualMachines/*/Contents/Home'),
        '/opt/homebrew/opt/*/libexec/openjdk.jdk/Contents/Home',
        '/usr/local/opt/*/libexec/openjdk.jdk/Contents/Home',
        join(homedir(), '.sdkman/candidates/java/*'),
      ]
    : [
        ...['/usr/lib/jvm/*', '/usr/lib64/jvm/*', '/usr/java/*', '/opt/java/*', '/opt/*'],
        join(homedir(), '.sdkman/candidates/java/*'),
        join(homedir(), '.jdks/*'),
      ];

function expand(pattern: string): string[] {
  const [parent = '', rest = ''] = pattern.split('*');
  return existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name, rest)) : [];
}

/** Returns the Java in the folder, as its file `release` describes it; undefined if there is none. */
export function describeJava(home: string): Java | undefined {
  const release = join(home, 'release');
  if (!existsSync(join(home, 'bin', 'java')) || !existsSync(release)) return undefined;
  const found = /^JAVA_VERSION="(?:1\.)?(\d+)/m.exec(readFileSync(release, 'utf8'));
  return found === null ? undefined : { home, version: Number(found[1]) };
}

/** Returns all installed Javas: the user's choice first, then the others, newest first. */
function installedJavas(): Java[] {
  const onPath = findOnPath('java');
  const ofPath = onPath === undefined ? '' : dirname(dirname(realpathSync(onPath)));
  const chosen = [process.env.JAVA_HOME ?? '', ofPath].filter((home) => home !== '');
  const described = (homes: string[]): Java[] => homes.flatMap((home) => describeJava(home) ?? []);
  const others = described(USUAL_FOLDERS.flatMap(expand));
  return [...described(chosen), ...others.sort((one, other) => other.version - one.version)];
}

/**
 * Returns the first Java that is recent and fit.
 * @param shortfall says what the unfit ones lack
 * @throws EngineError when no Java is recent and fit
 */
export function chooseJava(
  isFit: (java: Java) => boolean,
  shortfall: string,
  installed: readonly Java[] = installedJavas(),
): Java {
  const recent = installed.filter(({ version }) => version >= OLDEST);
  const fit = recent.find(isFit);
  if (fit !== undefined) return fit;
  const seen = [...new Set((recent.length > 0 ? recent : installed).map(({ home }) => home))];
  const found =
    seen.length === 0
      ? 'no Java was found'
      : `the installed one ${recent.length > 0 ? shortfall : 'is older'} (${seen.join(', ')})`;
  throw new EngineError(
    `Elasticsearch needs a Java Development Kit of version ${OLDEST} or newer, but ${found}. Install one, or set JAVA_HOME to it.`,
  );
}
