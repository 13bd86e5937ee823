import Joi from 'joi';
import { type City, citySchema } from '../cities/present.js';
import { type Country, countrySchema } from '../countries/present.js';
import { nullableText, objectSchema } from '../lookups/answers.js';
import { type NameMatch, rank } from '../matching/rank.js';
import { type Region, regionSchema } from '../regions/present.js';

/** Scores that differ by less are equal. */
const TINY = 1e-9;

type Entity =
  | { type: 'country'; country: Country }
  | { type: 'city'; city: City }
  | { type: 'region'; region: Region };

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
    objectSchema('FoundRegion', {
      type: Joi.string().valid('region').required(),
      matched_name: matchedName,
      region: regionSchema.required(),
    }),
  )
  .required();

/** Returns the best of these in one ranking. */
export function presentFound(
  countries: readonly NameMatch<Country>[],
  cities: readonly NameMatch<City>[],
  regions: readonly NameMatch<Region>[],
  limit: number,
) {
  const matches: NameMatch<Entity>[] = [
    ...countries.map((each) => ({
      ...each,
      score: Math.min(each.score, mostBeside(each, regions)),
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

/** Returns the most that a country may score: a region that is called so ranks before its country, of which that is an alias. */
function mostBeside(
  { entity: country, matchedName }: NameMatch<Country>,
  regions: readonly NameMatch<Region>[],
): number {
  const named = regions.filter(
    ({ entity, isWhole, edits, matchedName: ofRegion }) =>
      entity.country_id === country.id && isWhole && edits === 0 && ofRegion === null,
  );
  return matchedName === null ? Infinity : Math.min(...named.map(({ score }) => score)) - TINY;
}
