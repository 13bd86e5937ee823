import { Worker } from 'node:worker_threads';

export interface Threads {
  /** The program of each. */
  readonly file: URL;
  /** Given to each when it starts, as `workerData`. */
  readonly data: unknown;
  /** At least one. */
  readonly count: number;
  /** Tells a person what they do: "makes lands". */
  readonly purpose: string;
}

/**
 * Returns the compiled program of a thread.
 * @param beside the address of a file in the same folder, which may be a source: tests run these
 */
export function compiledProgram(name: string, beside: string): URL {
  if (!beside.endsWith('.ts')) return new URL(name, beside);
  const root = new URL('..', import.meta.url).href;
  return new URL(name, new URL(`dist/${beside.slice(root.length)}`, root));
}

/** What becomes garbage at once needs no more room, and took 40 MB of memory without a limit. */
const LIMITS = { maxYoungGenerationSizeMb: 12 };

/** Tasks that a thread has in hand: one that it works on, and the next. */
const TASKS_OF_A_THREAD = 2;

/**
 * Has tasks done by threads, each of which answers every message by one. What they make is given in
 * the order of the tasks, and no more is made ahead than a few tasks of each thread. The threads
 * are ended when the last one is done, or nobody wants any more.
 * @throws what a thread threw, or that it ended
 */
export async function* inThreads<Task, Made>(
  tasks: Iterable<Task>,
  { file, data, count, purpose }: Threads,
): AsyncGenerator<Made, void, undefined> {
  const threads = Array.from({ length: count }, () => new Thread<Task, Made>(file, data, purpose));
  try {
    const making: Promise<Made>[] = [];
    for (const task of tasks) {
      const [idlest] = threads.toSorted((one, other) => one.tasks - other.tasks);
      if (idlest !== undefined) making.push(idlest.make(task));
      if (making.length < TASKS_OF_A_THREAD * count) continue;
      const next = making.shift();
      if (next !== undefined) yield await next;
    }
    for (const made of making) yield await made;
  } finally {
    await Promise.all(threads.map((thread) => thread.end()));
  }
}

interface Waiting<Made> {
  resolve: (made: Made) => void;
  reject: (error: Error) => void;
}

class Thread<Task, Made> {
  readonly #worker: Worker;
  readonly #waiting: Waiting<Made>[] = [];
  #failure: Error | undefined;

  constructor(file: URL, data: unknown, purpose: string) {
    this.#worker = new Worker(file, { workerData: data, resourceLimits: LIMITS });
    this.#worker.on('message', (made: Made) => this.#waiting.shift()?.resolve(made));
    this.#worker.on('messageerror', (error) => {
      this.#fail(error);
    });
    this.#worker.on('error', (error) => {
      this.#fail(toFailure(error, purpose));
    });
    this.#worker.on('exit', (code) => {
      this.#fail(new Error(`A thread that ${purpose} ended by itself (${code}). Start again.`));
    });
  }

  /** Those that are not done. */
  get tasks(): number {
    return this.#waiting.length;
  }

  make(task: Task): Promise<Made> {
    const made = new Promise<Made>((resolve, reject) => {
      if (this.#failure !== undefined) reject(this.#failure);
      else this.#waiting.push({ resolve, reject });
    });
    // It may be refused before its turn to be looked at has come, or when nobody looks any more.
    made.catch(() => undefined);
    this.#worker.postMessage(task);
    return made;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
  }
}

function toFailure(error: unknown, purpose: string): Error {
  if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new Error(`A thread that ${purpose} had not enough memory. Use fewer of them.`, {
      cause: error,
    });
  }
  return error instanceof Error ? error : new Error(String(error));
}
