import { isCell, landCentre } from '../../core/geo/land.js';
import { isEmpty } from './cells.js';
import { shown } from './shown.js';

/** The orders of two numbers in one cell. */
export const PAIR_ORDERS = ['lat,lon', 'lon,lat'] as const;
export type PairOrder = (typeof PAIR_ORDERS)[number];

const NUMBER = String.raw`(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)`;
/** Matches two numbers, and a height after them. */
const PAIR = new RegExp(
  String.raw`^[[(]?\s*${NUMBER}(?:\s*[,;]\s*|\s+)${NUMBER}(?:[\s,;]+${NUMBER})?\s*[\])]?$`,
);
const WKT_POINT = new RegExp(String.raw`^(?:SRID=4326;)?\s*POINT\s*(?:[ZM]+\s*)?\(\s*${NUMBER}\s+${NUMBER}(?:\s+${NUMBER})*\s*\)$`, 'i'); // prettier-ignore
const CELL = /^0?[0-9a-f]{15}$/i;

/**
 * Reads the point of one cell: two numbers as text or list, a point of WKT, or the centre of a cell of H3.
 * @param order of two numbers; WKT has the longitude first
 * @returns the texts of its coordinates, none if it is empty, or what is wrong with it
 */
export function coordinatesIn(
  cell: unknown,
  order: PairOrder | undefined,
): { latitude?: unknown; longitude?: unknown } | { fault: string } {
  if (isEmpty(cell)) return {};
  const text = Array.isArray(cell) ? cell.join(',') : typeof cell === 'string' ? cell.trim() : '';
  if (CELL.test(text) && isCell(text)) return { ...landCentre(text) };
  const [, x, y] = WKT_POINT.exec(text) ?? [];
  if (x !== undefined) return { longitude: x, latitude: y };
  const [, first, second] = PAIR.exec(text) ?? [];
  if (first === undefined)
    return { fault: `${shown(cell)} is neither two numbers, nor a point of WKT or a cell of H3` };
  if (order === 'lat,lon') return { latitude: first, longitude: second };
  if (order === 'lon,lat') return { longitude: first, latitude: second };
  return {
    fault: `${shown(cell)} has two numbers: say in the mapping whether its location is \`lat,lon\` or \`lon,lat\``,
  };
}
