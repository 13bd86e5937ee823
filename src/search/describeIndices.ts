import type { Client, estypes } from '@elastic/elasticsearch';
import { PROVENANCE } from '../../indices/definition.js';
import { fromClientError } from './failures.js';
import { opaqueIds } from '../observe/trace.js';

/** The open index behind a name or alias. */
export interface DescribedIndex {
  readonly index: string;
  readonly meta: unknown;
}

/**
 * Reads the provenance of indices. Undefined for an index that does not exist, is closed, or is one
 * of several behind its alias.
 * @throws {ApiError}
 */
export type DescribeIndices = (
  names: readonly string[],
) => Promise<readonly (DescribedIndex | undefined)[]>;

export function createDescribeIndices(client: Client, timeoutMs: number): DescribeIndices {
  return async (names) => {
    const request = {
      index: [...names],
      ignore_unavailable: true,
      filter_path: [
        '*.aliases',
        '*.settings.index.verified_before_close',
        `*.mappings._meta.${PROVENANCE}`,
      ],
    };
    try {
      const found = await client.indices.get(request, {
        requestTimeout: timeoutMs,
        ...opaqueIds(),
      });
      return names.map((name) => describedAs(name, found));
    } catch (error) {
      throw fromClientError(error);
    }
  };
}

function describedAs(name: string, found: estypes.IndicesGetResponse): DescribedIndex | undefined {
  const behind = Object.entries(found).filter(
    ([index, { aliases = {} }]) => index === name || name in aliases,
  );
  const [only] = behind;
  if (only === undefined || behind.length > 1) return undefined;
  const [index, { mappings, settings }] = only;
  const isClosed = settings?.index?.verified_before_close !== undefined;
  return isClosed ? undefined : { index, meta: mappings?._meta };
}
