import { EngineError } from './errors.js';

/** Where the server ran, to name it in a sentence. */
export interface Surroundings {
  port: number;
  dataFolder: string;
  logFile: string;
}

/** The sentence for the death of a server, from what it wrote on its console. */
export function explainDeath(
  console: string,
  { port, dataFolder, logFile }: Surroundings,
): EngineError {
  if (/No space left on device|Disk quota exceeded/i.test(console)) {
    return new EngineError(
      'disk_full',
      `Elasticsearch stopped because the disk of ${dataFolder} is full.`,
    );
  }
  if (/failed to obtain node lock/i.test(console)) {
    return new EngineError(
      'data_in_use',
      `Another Elasticsearch is using the data folder ${dataFolder}.`,
    );
  }
  if (/BindHttpException|Address already in use/i.test(console)) return portInUse(port);
  const reason = tellingLine(console);
  return new EngineError(
    'server_died',
    `Elasticsearch ended by itself${reason === undefined ? '' : `: ${reason}`} (its log: ${logFile})`,
  );
}

/** The sentence for a port that somebody else listens on. */
export function portInUse(port: number): EngineError {
  return new EngineError(
    'port_in_use',
    `Port ${port} of 127.0.0.1 is in use by another program: choose another one, or stop that program.`,
  );
}

/** Lines that only say that there was an error, or where in the server's code. */
const uninformative =
  /^(\s*at |\s*\.\.\. \d+ more|Caused by: .*(ExceptionInInitializerError|InvocationTargetException)|WARNING: |warning: |NOTE: |\[ERROR\] (fatal exception|uncaught exception|node validation exception)[^:]*$|.*did not exit normally|.*died while starting up|\s*$)/;

/** Picks the reason as people would: the JVM's complaint, else the innermost cause, else the first real line. */
function tellingLine(console: string): string | undefined {
  const lines = console.split('\n').filter((line) => !uninformative.test(line));
  const told =
    lines.find((line) =>
      /^(Error: |Unrecognized |Invalid |Conflicting )|insufficient memory/.test(line),
    ) ??
    lines.findLast((line) => line.startsWith('Caused by: ')) ??
    lines.find((line) => /(Exception|Error): /.test(line)) ??
    lines[0];
  return told
    ?.replace(/^Caused by: |^\[ERROR\] |^Error: /, '')
    .replace(/^(fatal exception while booting Elasticsearch)?(?:[a-z]\w*\.)+/, '')
    .trim();
}
