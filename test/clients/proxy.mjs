import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { createServer } from 'node:http';

const ADDED = { added_later: 'A later version may add members.' };

/**
 * Starts a proxy that adds an unknown member to every object of every JSON answer, as a later version of the service may.
 * The first part of a path names the client, and is taken away.
 * @param {string} target the address of the API
 * @param {object} document its OpenAPI document
 */
export async function startProxy(target, document) {
  const maps = mapsOf(document);
  /** The operations that were answered with 200, by client. */
  const answered = new Map();
  const server = createServer((request, response) => {
    forward(request).then(
      ({ status, type, body }) => {
        response.writeHead(status, { 'content-type': type }).end(body);
      },
      (error) => response.writeHead(502).end(String(error)),
    );
  });

  async function forward(request) {
    const { method, url, headers } = request;
    const [, client, target_] = /^\/([^/]+)(\/.*)$/.exec(url) ?? [];
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const sent = Object.entries(headers).filter(([name]) => SENT_ON.has(name));
    const response = await fetch(`${target}${target_}`, {
      method,
      headers: Object.fromEntries(sent),
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const path = target_.split('?')[0];
    const { operationId } = document.paths[path]?.[method.toLowerCase()] ?? {};
    if (response.status === 200)
      answered.get(client)?.add(operationId) ?? answered.set(client, new Set([operationId]));
    const body = JSON.stringify(withUnknown(await response.json(), maps));
    return { status: response.status, type: response.headers.get('content-type'), body };
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    addressFor: (client) => `http://127.0.0.1:${server.address().port}/${client}`,
    answeredTo: (client) => answered.get(client) ?? new Set(),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Names the headers that the API reads. */
const SENT_ON = new Set(['accept', 'authorization', 'content-type', 'if-none-match']);

/** Returns the names of members that are maps: all their members are data. */
function mapsOf(document) {
  const names = new Set();
  JSON.stringify(document, (name, schema) => {
    if (typeof schema?.additionalProperties === 'object') names.add(name);
    return schema;
  });
  return names;
}

function withUnknown(value, maps) {
  if (Array.isArray(value)) return value.map((each) => withUnknown(each, maps));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    maps.has(name) ? member : withUnknown(member, maps),
  ]);
  return { ...Object.fromEntries(members), ...ADDED };
}
