import { Agent, request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { Question } from './load.js';

/** A request, with headers of its own if it has some. */
export type Sent = Question & { readonly headers?: Readonly<Record<string, string>> };

/** A load that a thread of its own sends, so that others do not wait for the generator. */
interface Flood {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly questions: readonly Sent[];
  readonly seconds: number;
  /** Each sends its next question when it has an answer. Each begins elsewhere in the list. */
  readonly connections: number;
  /** Sends so many, whether those before are answered or not. */
  readonly perSecond?: number;
}

export interface Flooded {
  /** Answers with 200 in a second, and all others. */
  readonly ok: number;
  readonly others: number;
  readonly slowestMs: number;
}

/** Sends a load from a thread. */
export async function flood(load: Flood): Promise<Flooded> {
  const worker = new Worker(new URL(import.meta.url), { workerData: load });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
}

async function run({ url, headers, questions, seconds, connections, perSecond }: Flood) {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const begun = performance.now();
  const end = begun + 1_000 * seconds;
  let [ok, others, slowestMs] = [0, 0, 0];

  const ask = ({ method, path, body, headers: own }: Sent): Promise<void> =>
    new Promise((resolve) => {
      const sent = performance.now();
      const settle = (isOk: boolean): void => {
        ok += Number(isOk);
        others += Number(!isOk);
        slowestMs = Math.max(slowestMs, performance.now() - sent);
        resolve();
      };
      const sending = send(
        new URL(path, url),
        { method, headers: { ...headers, ...own }, agent },
        (answer) => {
          answer.resume().on('close', () => {
            settle(answer.statusCode === 200);
          });
        },
      );
      sending.on('error', () => {
        settle(false);
      });
      sending.end(body);
    });

  let next = 0;
  /** Sends the question at a position; the list begins again at its end. */
  const askAt = async (at: number): Promise<void> => {
    const question = questions[Math.floor(at) % questions.length];
    if (question !== undefined) await ask(question);
  };
  const inTurn = async (_: unknown, connection: number): Promise<void> => {
    let at = (connection * questions.length) / connections;
    for (; performance.now() < end; at += 1) await askAt(at);
  };
  const sending: Promise<void>[] = [];
  if (perSecond === undefined) sending.push(...Array.from({ length: connections }, inTurn));
  else
    while (performance.now() < end) {
      const due = ((performance.now() - begun) / 1_000) * perSecond;
      for (; next < due; next += 1) sending.push(askAt(next));
      await sleep(2);
    }
  await Promise.all(sending);
  agent.destroy();
  return { ok: ok / seconds, others: others / seconds, slowestMs };
}

parentPort?.postMessage(await run(workerData as Flood));
