import Joi from 'joi';
import { type City, citySchema } from '../cities/present.js';
import { type Country, countrySchema } from '../countries/present.js';
import { nullableText, objectSchema } from '../lookups/answers.js';
import { type NameMatch, rank } from '../matching/rank.js';
import { type Region, regionSchema } from '../regions/present.js';
import { TYPES } from './params.js';

type Entity =
  | { type: 'country'; country: Country }
  | { type: 'city'; city: City }
  | { type: 'region'; region: Region };

type Found = Entity & { matched_name: string | null };

// One object, because many generators of clients cannot read a choice of several.
export const foundSchema = Joi.array()
  .items(
    objectSchema('SearchResult', {
      type: Joi.string()
        .valid(...TYPES)
        .required()
        .description('Which of `country`, `city` and `region` is there'),
      matched_name: nullableText('The name that matched, if it is not the one shown'),
      country: countrySchema,
      city: citySchema,
      region: regionSchema,
      near: Joi.string().description(
        'The nearest city of 10,000 inhabitants and more in the same country that is larger, in the language of `lang`. Only if another city of the answer has the same name, region and country, and if there is such a city within 150 km',
      ),
    }),
  )
  .required();

/** Adds what distinguishes cities of one name, by their ids. */
export function withNear(found: readonly Found[], near: ReadonlyMap<string, string>) {
  return found.map((each) => {
    const name = each.type === 'city' ? near.get(each.city.id) : undefined;
    return name === undefined ? each : { ...each, near: name };
  });
}

/** Returns the best of these in one ranking. */
export function presentFound(
  countries: readonly NameMatch<Country>[],
  cities: readonly NameMatch<City>[],
  regions: readonly NameMatch<Region>[],
  limit: number,
): Found[] {
  const matches: NameMatch<Entity>[] = [
    ...countries.map((each) => ({
      ...each,
      entity: { type: 'country' as const, country: each.entity },
    })),
    ...cities.map((each) => ({ ...each, entity: { type: 'city' as const, city: each.entity } })),
    ...regions.map((each) => ({
      ...each,
      entity: { type: 'region' as const, region: each.entity },
    })),
  ];
  return rank(matches)
    .slice(0, limit)
    .map(({ entity, matchedName: matched_name }) => ({ ...entity, matched_name }));
}
