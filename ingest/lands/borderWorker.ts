/** The program of a thread that makes all borders and keeps them: its memory goes with it. */
import { parentPort, workerData } from 'node:worker_threads';
import { countryShapes } from '../borders/countryShapes.js';
import type { Box } from '../geometry/box.js';
import { countryCodes } from '../iso/codes.js';
import { BorderEdges } from './borderEdges.js';
import { KeptBorders } from './keptBorders.js';

parentPort?.once('message', () => {
  const kept = new KeptBorders(workerData as string);
  const shapeOf = countryShapes();
  const extents = new Map<string, readonly Box[]>();
  for (const code of countryCodes()) {
    const shape = shapeOf(code);
    kept.keepEdges(code.id, new BorderEdges(shape.border()).shared);
    extents.set(code.id, shape.extents);
  }
  kept.keepExtents(extents);
  kept.clearForgotten();
  parentPort?.postMessage('done');
});
