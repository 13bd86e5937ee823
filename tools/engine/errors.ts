import { stripVTControlCharacters } from 'node:util';

/** The local Elasticsearch cannot be built or started, or has ended. The message is a sentence for users. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
}

export function portInUse(port: number): EngineError {
  return new EngineError(
    `Port ${port} of 127.0.0.1 is in use by another program. Choose another port, or stop that program.`,
  );
}

/** The place of a server, for messages. */
export interface ServerPlace {
  port: number;
  dataFolder: string;
  logFile: string;
}

/** Explains the end of a server by its console output. */
export function explainDeath(
  console: string,
  { port, dataFolder, logFile }: ServerPlace,
): EngineError {
  if (/No space left on device|Disk quota exceeded/i.test(console))
    return new EngineError(`Elasticsearch ended: the disk of ${dataFolder} is full.`);
  if (/failed to obtain node lock/i.test(console))
    return new EngineError(`Another Elasticsearch is using the data folder ${dataFolder}.`);
  if (/BindHttpException|Address already in use/i.test(console)) return portInUse(port);
  const reason = reasonOfDeath(console);
  return new EngineError(
    `Elasticsearch ended unexpectedly${reason === undefined ? '' : `: ${reason}`} (log: ${logFile})`,
  );
}

/** Lines that only say that there was an error, or where in the code. */
const UNINFORMATIVE =
  /^(\s*at |\s*\.\.\. \d+ more|Caused by: .*(ExceptionInInitializerError|InvocationTargetException)|WARNING: |warning: |NOTE: |\[ERROR\] (fatal exception|uncaught exception|node validation exception)[^:]*$|.*did not exit normally|.*died while starting up|\s*$)/;

/** Finds the complaint of the JVM, else the innermost cause, else the first informative line. */
function reasonOfDeath(console: string): string | undefined {
  const lines = console.split('\n').filter((line) => !UNINFORMATIVE.test(line));
  const reason =
    lines.find((line) =>
      /^(Error: |Unrecognized |Invalid |Conflicting )|insufficient memory/.test(line),
    ) ??
    lines.findLast((line) => line.startsWith('Caused by: ')) ??
    lines.find((line) => /(Exception|Error): /.test(line)) ??
    lines[0];
  return reason
    ?.replace(/^Caused by: |^\[ERROR\] |^Error: /, '')
    .replace(/^(fatal exception while booting Elasticsearch)?(?:[a-z]\w*\.)+/, '')
    .trim();
}

/** Explains a failed build by the output of Maven, which is quiet but for its errors. */
export function mavenFailure(output: string, folder: string): EngineError {
  return /No space left on device/i.test(output)
    ? new EngineError(`The disk of ${folder} is full: Elasticsearch was not built.`)
    : new EngineError(
        `Maven could not build Elasticsearch:\n${stripVTControlCharacters(output).trim()}`,
      );
}
