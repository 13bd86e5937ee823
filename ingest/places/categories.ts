import type { PlaceCategory } from '../../indices/placeCategories.js';

/** The category of a place by its GeoNames feature code. */
const CATEGORIES: Readonly<Record<string, PlaceCategory>> = {
  PPL: 'populated_place',
  PPLA: 'first_order_seat',
  PPLA2: 'second_order_seat',
  PPLA3: 'third_order_seat',
  PPLA4: 'fourth_order_seat',
  PPLA5: 'fifth_order_seat',
  PPLC: 'capital',
  PPLCH: 'historical_capital',
  PPLF: 'farm_village',
  PPLG: 'seat_of_government',
  PPLH: 'historical_place',
  PPLL: 'locality',
  PPLQ: 'abandoned_place',
  PPLR: 'religious_place',
  PPLS: 'populated_places',
  PPLW: 'destroyed_place',
  PPLX: 'section_of_populated_place',
  STLMT: 'settlement',
};

/** Null for a code that is not known. An order of a seat is that of its administrative division. */
export function categoryOf(featureCode: string): PlaceCategory | null {
  return Object.hasOwn(CATEGORIES, featureCode) ? (CATEGORIES[featureCode] ?? null) : null;
}
