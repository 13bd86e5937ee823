import type { Api, Query } from './api.js';
import { type City, type Country, ids } from './records.js';

type Fields = Exclude<Query, string>;

/** A result of `/search`. */
export type Found = { matched_name: string | null } & (
  | { type: 'city'; city: City }
  | { type: 'country'; country: Country }
  | { type: 'region'; region: { id: string } }
);

/** Returns functions that find the ids of a text: by `match=fuzzy` of a resource, and by `/search`. */
export function nameLookups(api: Api) {
  const find = async (
    resource: 'countries' | 'cities',
    token: string,
    more: Fields = {},
  ): Promise<string[]> => {
    const query = { match: 'fuzzy', limit: 20, ...more, token };
    return ids((await api.get<City[]>(`/${resource}/findByName`, query)).body.data);
  };
  const search = async (token: string, more: Fields = {}): Promise<string[]> => {
    const { body } = await api.get<Found[]>('/search', { ...more, token });
    return body.data.map((found) => {
      if (found.type === 'region') return found.region.id;
      return found.type === 'city' ? found.city.id : found.country.id;
    });
  };
  return { find, search };
}
