/** The program of a thread that makes lands: answers each task by what it made of it. */
import { parentPort, workerData } from 'node:worker_threads';
import { LandMaker, type LandTask, type Makings } from './landMaker.js';

const maker = new LandMaker(workerData as Makings);
let last = Promise.resolve();

parentPort?.on('message', (task: LandTask) => {
  // One after the other: what is prepared for one task is let go of by the next.
  last = last.then(async () => {
    const made = await maker.make(task);
    parentPort?.postMessage(made, [made.body.buffer, made.ends.buffer]);
  });
});
