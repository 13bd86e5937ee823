import type { Language } from '../../indices/languages.js';
import type { Point } from '../../geo/point.js';
import { queryJoi } from '../parameters/joi.js';
import { type LocationQuery, readPoint, withLocation } from '../parameters/location.js';
import {
  cityIds,
  countryIds,
  language,
  limit,
  locationKeys,
  offset,
  primaryOnly,
  token,
} from '../parameters/shared.js';
import { type ParameterRules, parameterRules } from '../parameters/rules.js';

export interface FindByIds {
  /** In the order asked, none twice. */
  readonly ids: string[];
  readonly primaryOnly: boolean;
  readonly language: Language;
}

export interface FindByCountries {
  /** Upper-case codes, none twice. */
  readonly countryIds: string[];
  readonly limit: number;
  readonly offset: number;
  readonly language: Language;
}

export interface FindByLocation {
  readonly point: Point;
  readonly primaryOnly: boolean;
  readonly language: Language;
}

export interface FindByName {
  /** Without blanks around it; not folded yet. */
  readonly token: string;
  readonly limit: number;
  readonly primaryOnly: boolean;
  readonly language: Language;
}

interface SharedQuery {
  primary_only: boolean;
  lang: Language;
}

const shared = { primary_only: primaryOnly, lang: language };

export const findByIds: ParameterRules<FindByIds> = parameterRules(
  queryJoi.object<SharedQuery & { city_ids: string[] }>({ city_ids: cityIds, ...shared }),
  (query) => ({ ids: query.city_ids, primaryOnly: query.primary_only, language: query.lang }),
);

export const findByCountries: ParameterRules<FindByCountries> = parameterRules(
  queryJoi.object<{ country_ids: string[]; limit: number; offset: number; lang: Language }>({
    country_ids: countryIds,
    limit: limit({ default: 1_000, max: 10_000 }),
    offset,
    lang: language,
  }),
  (query) => ({
    countryIds: query.country_ids,
    limit: query.limit,
    offset: query.offset,
    language: query.lang,
  }),
);

export const findByLocation: ParameterRules<FindByLocation> = parameterRules(
  withLocation(queryJoi.object<SharedQuery & LocationQuery>({ ...locationKeys, ...shared })),
  (query) => ({
    point: readPoint(query),
    primaryOnly: query.primary_only,
    language: query.lang,
  }),
);

export const findByName: ParameterRules<FindByName> = parameterRules(
  queryJoi.object<SharedQuery & { token: string; limit: number }>({
    token,
    limit: limit({ default: 100, max: 1_000 }),
    ...shared,
  }),
  (query) => ({
    token: query.token,
    limit: query.limit,
    primaryOnly: query.primary_only,
    language: query.lang,
  }),
);
