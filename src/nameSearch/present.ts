import Joi from 'joi';
import { type City, citySchema } from '../cities/present.js';
import { type Country, countrySchema } from '../countries/present.js';
import { nullableText, objectSchema } from '../lookups/answers.js';
import { type NameMatch, rank } from '../matching/rank.js';

type Entity = { type: 'country'; country: Country } | { type: 'city'; city: City };

const matchedName = nullableText('The name that matched, if it is not the one shown');

export const foundSchema = Joi.array()
  .items(
    objectSchema('FoundCountry', {
      type: Joi.string().valid('country').required(),
      matched_name: matchedName,
      country: countrySchema.required(),
    }),
    objectSchema('FoundCity', {
      type: Joi.string().valid('city').required(),
      matched_name: matchedName,
      city: citySchema.required(),
    }),
  )
  .required();

/** Returns the best countries and cities in one ranking. */
export function presentFound(
  countries: readonly NameMatch<Country>[],
  cities: readonly NameMatch<City>[],
  limit: number,
) {
  const matches: NameMatch<Entity>[] = [
    ...countries.map((found) => ({
      ...found,
      entity: { type: 'country' as const, country: found.entity },
    })),
    ...cities.map((found) => ({ ...found, entity: { type: 'city' as const, city: found.entity } })),
  ];
  return rank(matches)
    .slice(0, limit)
    .map(({ entity, matchedName: matched_name }) => ({ ...entity, matched_name }));
}
