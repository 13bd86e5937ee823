import type { Bench, Span } from './bench.js';
import { type Load, measure, type Speed } from './load.js';
import type { Row } from './report.js';
import { median } from './statistics.js';

/** Two loads that are measured in turns. */
export interface Comparison {
  name: string;
  ours: Load;
  /** Compared with ours: mostly the same, asked of Elasticsearch itself. */
  reference: Load;
  /** Requests of the reference that do what one of ours does, one after the other. */
  referenceRequests?: number;
}

/** Measures both loads in turns; medians of all rounds. */
export async function compare(
  comparison: Comparison,
  { extent, signal }: Pick<Bench, 'extent' | 'signal'>,
): Promise<Row> {
  console.log(`Measuring ${comparison.name}.`);
  const { ours, reference, referenceRequests = 1 } = comparison;
  const { rounds, warmUp, measurement } = extent;
  const speedOf = (load: Load, span: Span): Promise<Speed> =>
    measure(load, { span, connections: extent.connections, signal });
  if (warmUp !== undefined) {
    await speedOf(ours, warmUp);
    await speedOf(reference, warmUp);
  }
  const results = await repeat(rounds, async () => ({
    ours: await speedOf(ours, measurement),
    reference: asOne(await speedOf(reference, measurement), referenceRequests),
  }));
  const middle = (pick: (result: { ours: Speed; reference: Speed }) => number): number =>
    median(results.map(pick));
  return {
    name: comparison.name,
    unit: 'requests/s',
    ours: middle((result) => result.ours.requestsPerSecond),
    reference: middle((result) => result.reference.requestsPerSecond),
    ratio: middle((result) => result.ours.requestsPerSecond / result.reference.requestsPerSecond),
    oursP50Ms: middle((result) => result.ours.p50Ms),
    referenceP50Ms: middle((result) => result.reference.p50Ms),
    oursP99Ms: middle((result) => result.ours.p99Ms),
    referenceP99Ms: middle((result) => result.reference.p99Ms),
  };
}

/** Several requests, one after the other, take as many times as long as one. */
function asOne({ requestsPerSecond, p50Ms, p99Ms }: Speed, requests: number): Speed {
  return {
    requestsPerSecond: requestsPerSecond / requests,
    p50Ms: p50Ms * requests,
    p99Ms: p99Ms * requests,
  };
}

export async function repeat<Result>(
  times: number,
  work: () => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let done = 0; done < times; done += 1) results.push(await work());
  return results;
}
