import { TextTable, Uint32List } from '../files/packed.js';
import { readId } from '../files/readings.js';
import { jsonOf } from '../files/shown.js';
import { together } from '../load/together.js';
import type { PlaceRow, PlaceSource } from './row.js';

/**
 * Several sources, one after the other. Ids are taken as they are; of two rows with one id in two
 * sources the later one is a reject that names both. (Of two in one source Elasticsearch tells.)
 */
export function severalPlaces(sources: readonly PlaceSource[]): PlaceSource {
  const [only, another] = sources;
  if (only !== undefined && another === undefined) return only;

  async function* rows(): AsyncGenerator<PlaceRow> {
    const ids = new TextTable();
    const sourceOf = new Uint32List();
    for (const [rank, source] of sources.entries()) {
      for await (const row of source.rows()) {
        const file = row.file ?? source.file;
        const other = 'cells' in row ? otherOf(row.cells.id, rank) : undefined;
        if (other === undefined || 'reason' in row) yield { ...row, file };
        else {
          const { line, row: text = jsonOf(row.cells) } = row;
          const reason = `${other.file} has a place with the same id`;
          yield { line, file, id: String(row.cells.id), reason, row: text };
        }
      }
    }

    function otherOf(cell: unknown, rank: number): PlaceSource | undefined {
      const id = readId(cell);
      if ('fault' in id || id.value === null) return undefined;
      const size = ids.size;
      const number = ids.add(id.value);
      if (number === size) sourceOf.set(number, rank);
      const first = sourceOf.get(number);
      return first === rank ? undefined : sources[first];
    }
  }

  return { ...together(sources), rows };
}
