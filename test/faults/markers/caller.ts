import { setTimeout as sleep } from 'node:timers/promises';
import type { MarkerDocument } from '../../../indices/markers.js';
import type { Marker } from '../../support/records.js';

const HEADERS = { authorization: 'Bearer dev-internal', 'content-type': 'application/json' };

/** Calls the marker routes of an API process. */
export interface MarkerCaller {
  /** The status of the answer. */
  put(write: 'update' | 'remove', body: object): Promise<number>;
  /** A marker that is alone within a metre, as it is in a season; 503 is asked again. */
  read(marker: MarkerDocument, season: number): Promise<Marker>;
}

export function callerOf(address: string): MarkerCaller {
  return {
    async put(write, body) {
      const url = `${address}/markers/${write}`;
      const answer = await fetch(url, { method: 'PUT', headers: HEADERS, body: JSON.stringify(body) }); // prettier-ignore
      await answer.arrayBuffer();
      return answer.status;
    },
    async read({ location: [lng, lat] }, season) {
      const url = `${address}/markers/findByRadius?lat=${lat}&lng=${lng}&radius=1&season=${season}`;
      for (;;) {
        const answer = await fetch(url, { headers: HEADERS });
        const { data } = (await answer.json()) as { data?: Marker[] };
        const [marker] = data ?? [];
        if (marker !== undefined && data?.length === 1) return marker;
        if (answer.status !== 503) throw new Error(`${url} is answered with ${answer.status}`);
        await sleep(50);
      }
    },
  };
}
