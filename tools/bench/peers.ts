/** The program of a process that answers lookups with another library, for comparison. */
import { createServer, type RequestListener } from 'node:http';
import { feature, iso1A2Code } from '@rapideditor/country-coder';
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import Koa from 'koa';
import { geonamesRecords } from '../../ingest/sources/geonames.js';
import { makeMarkers } from './data.js';
import { take } from './random.js';

const PEERS = {
  bareHttp: () => (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"data":[]}');
  },

  emptyKoa() {
    const app = new Koa();
    app.use((context) => {
      context.type = 'json';
      context.body = '{"data":[]}';
    });
    const handle = app.callback();
    return (request, response) => {
      void handle(request, response);
    };
  },

  countryCoder: () =>
    answerPoints((lat, lng) => {
      const country = feature([lng, lat])?.properties;
      return country ? [{ id: country.iso1A3, name: country.nameEn }] : [];
    }),

  closestCity() {
    const cities = geonamesRecords();
    const index = indexOf(cities.map(({ longitude, latitude }) => [longitude, latitude]));
    return answerPoints((lat, lng) => {
      const country = iso1A2Code([lng, lat]);
      const isInCountry = (position: number): boolean => cities[position]?.countryCode === country;
      const [closest] = country === null ? [] : around(index, lng, lat, 1, Infinity, isInCountry);
      return closest === undefined ? null : cities[closest];
    });
  },

  markersAround(count) {
    const markers = [...take(makeMarkers(), Number(count))];
    const index = indexOf(
      markers.map(({ location: [longitude, latitude] }) => [longitude, latitude]),
    );
    return answerPoints((lat, lng, query) => {
      const radiusKm = Number(query.get('radius')) / 1_000;
      return around(index, lng, lat, Infinity, radiusKm).map((position) => markers[position]);
    });
  },
} satisfies Record<string, (option: string) => RequestListener>;

export type PeerName = keyof typeof PEERS;

function indexOf(points: readonly [longitude: number, latitude: number][]): KDBush {
  const index = new KDBush(points.length);
  for (const point of points) index.add(...point);
  index.finish();
  return index;
}

function answerPoints(
  find: (lat: number, lng: number, query: URLSearchParams) => unknown,
): RequestListener {
  return (request, response) => {
    const query = new URLSearchParams((request.url ?? '').split('?')[1]);
    const data = find(Number(query.get('lat')), Number(query.get('lng')), query);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: data ?? null }));
  };
}

const [name = '', option = ''] = process.argv.slice(2);
createServer(PEERS[name as PeerName](option)).listen(Number(process.env.PORT), '127.0.0.1');
