import { difference, mapAsync } from 'es-toolkit/array';
import { listed } from '../../files/shown.js';
import type { Check, Compared } from './check.js';
import { hasShrunk } from './size.js';

/** The field with the country by resource. */
const COUNTRY_FIELDS: Readonly<Partial<Record<string, string>>> = { countries: 'id', cities: 'country_id' }; // prettier-ignore
/** More than there are. */
const MAX_COUNTRIES = 1_000;

/** Refuses a generation that lacks all of a country. A file that was cut off is hardly smaller. */
export const countries: Check<Compared> = {
  name: 'countries',
  async measure({ context: { client }, name, index, live, count, allowShrink = false }) {
    const { [name]: field } = COUNTRY_FIELDS;
    if (field === undefined || live?.count === undefined || allowShrink) return [];
    if (hasShrunk(count, live.count)) return [];
    const aggs = { countries: { terms: { field, size: MAX_COUNTRIES } } };
    const [before = [], after = []] = await mapAsync([live.index, index], async (each) => {
      const { aggregations } = await client.search<unknown, { countries: { buckets: { key: string }[] } }>({ index: each, size: 0, aggs, allow_partial_search_results: false }); // prettier-ignore
      return (aggregations?.countries.buckets ?? []).map(({ key }) => key);
    });
    const examples = difference(before, after);
    const complaint = `it has no ${name} of ${listed(examples)}, which are live; if that is right, use --allow-shrink`;
    return [{ value: examples.length, limit: 0, unit: 'count', ...(examples.length > 0 && { complaint, examples }) }]; // prettier-ignore
  },
};
