import type { Recorded } from './recordingServer.js';

/** What a request takes, as Elasticsearch's documentation of privileges has it. */
export interface Needed {
  /** Undefined: of the cluster. */
  index?: string;
  privilege: string;
}

const READS = new Set(['_search', '_msearch', '_mget', '_count', '_pit', '_termvectors']);
const WRITES = new Set(['_bulk', '_create', '_update']);
const ADMINISTERS = new Set(['_refresh', '_flush', '_forcemerge', '_block', '_stats']);
const DESCRIBES = new Set(['_mapping', '_settings', '_alias', '_aliases']);

/** Lists the privileges that a request takes. */
export function neededFor(request: Recorded): Needed[] {
  const { method, path, body } = request;
  const [first = '', ...others] = path.split('/').slice(1);
  if (first === '' || first === '_cluster') return [{ privilege: 'monitor' }];
  if (first.startsWith('_')) return neededByBody(request, first);
  // `PUT /index/_doc/id`, `PUT /index/_block/write`.
  const [operation] = others;
  const privilege = privilegeOf(method, operation);
  const own = first.split(',').map((index) => ({ index, privilege }));
  if (operation !== '_msearch') return own;
  return [...own, ...headersOf(body).map((index) => ({ index, privilege: 'read' }))];
}

function privilegeOf(method: string, operation: string | undefined): string {
  const isReading = method === 'GET' || method === 'HEAD';
  if (operation === undefined) return isReading ? 'view_index_metadata' : 'manage';
  if (operation === '_doc') return isReading ? 'read' : 'write';
  if (READS.has(operation)) return 'read';
  if (WRITES.has(operation)) return 'write';
  if (ADMINISTERS.has(operation)) return 'manage';
  if (DESCRIBES.has(operation)) return isReading ? 'view_index_metadata' : 'manage';
  throw new Error(`It is not known what ${method} ${operation} takes.`);
}

function neededByBody({ method, path, body }: Recorded, first: string): Needed[] {
  // Of a point in time, which was opened by its index.
  if (first === '_pit' || (first === '_search' && body.includes('"pit"'))) return [];
  if (first === '_msearch') return headersOf(body).map((index) => ({ index, privilege: 'read' }));
  if (first === '_aliases') {
    const { actions } = JSON.parse(body) as { actions: Record<string, { index: string; alias?: string }>[] };
    return actions
      .flatMap((action) => Object.values(action))
      .flatMap(({ index, alias }) => (alias === undefined ? [index] : [index, alias]))
      .map((index) => ({ index, privilege: 'manage' }));
  }
  if (first === '_mget') {
    const { docs } = JSON.parse(body) as { docs: { _index: string }[] };
    return docs.map(({ _index: index }) => ({ index, privilege: 'read' }));
  }
  throw new Error(`It is not known what ${method} ${path} takes.`);
} // prettier-ignore

/** The indices that the lines before searches name. */
function headersOf(body: string): string[] {
  const lines = body.split('\n').filter((line) => line !== '');
  return lines
    .filter((_, at) => at % 2 === 0)
    .flatMap((line) => {
      const { index = [] } = JSON.parse(line) as { index?: string | string[] };
      return typeof index === 'string' ? index.split(',') : index;
    });
}
