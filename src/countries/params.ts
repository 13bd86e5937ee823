import type { Language } from '../../indices/languages.js';
import type { Point } from '../../geo/point.js';
import { queryJoi } from '../parameters/joi.js';
import { type LocationQuery, readPoint, withLocation } from '../parameters/location.js';
import {
  countryIds,
  language,
  limitOrAll,
  locationKeys,
  offset,
  primaryOnly,
  token,
} from '../parameters/shared.js';
import { type ParameterRules, parameterRules } from '../parameters/rules.js';

export interface FindAll {
  /** Absent: all. */
  readonly limit?: number;
  readonly offset: number;
  readonly primaryOnly: boolean;
  readonly language: Language;
}

export interface FindByIds {
  /** Upper-case codes, in the order asked, none twice. */
  readonly ids: string[];
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
  /** Absent: all. */
  readonly limit?: number;
  readonly primaryOnly: boolean;
  readonly language: Language;
}

interface SharedQuery {
  primary_only: boolean;
  lang: Language;
}

const limited = (limit: number | undefined): { limit?: number } =>
  limit === undefined ? {} : { limit };

export const findAll: ParameterRules<FindAll> = parameterRules(
  queryJoi.object<SharedQuery & { limit?: number; offset: number }>({
    limit: limitOrAll,
    offset,
    primary_only: primaryOnly,
    lang: language,
  }),
  (query) => ({
    ...limited(query.limit),
    offset: query.offset,
    primaryOnly: query.primary_only,
    language: query.lang,
  }),
);

export const findByIds: ParameterRules<FindByIds> = parameterRules(
  queryJoi.object<{ country_ids: string[]; lang: Language }>({
    country_ids: countryIds,
    lang: language,
  }),
  (query) => ({ ids: query.country_ids, language: query.lang }),
);

export const findByLocation: ParameterRules<FindByLocation> = parameterRules(
  withLocation(
    queryJoi.object<SharedQuery & LocationQuery>({
      ...locationKeys,
      primary_only: primaryOnly,
      lang: language,
    }),
  ),
  (query) => ({
    point: readPoint(query),
    primaryOnly: query.primary_only,
    language: query.lang,
  }),
);

export const findByName: ParameterRules<FindByName> = parameterRules(
  queryJoi.object<SharedQuery & { token: string; limit?: number }>({
    token,
    limit: limitOrAll,
    primary_only: primaryOnly,
    lang: language,
  }),
  (query) => ({
    token: query.token,
    ...limited(query.limit),
    primaryOnly: query.primary_only,
    language: query.lang,
  }),
);
