import type { Api, Query } from './api.js';

/**
 * The parameters that a request is refused for, in alphabetical order.
 * @throws Error when it is not refused as an invalid request.
 */
export async function faultyParameters(api: Api, path: string, query: Query): Promise<string[]> {
  const { status, body } = await api.get(path, query);
  if (status !== 400 || body.error.code !== 'invalid_request') {
    throw new Error(`${path} ${JSON.stringify(query)} is answered with ${status}`);
  }
  return (body.error.details ?? []).map((detail) => detail.path).sort();
}
