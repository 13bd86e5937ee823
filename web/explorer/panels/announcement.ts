import type { Explorer } from '../model/explorer.js';

/** Returns what a screen reader says when the answers about a point are there. */
export function announcement(explorer: Explorer): string {
  const { located, address, failure } = explorer;
  if (failure !== undefined) return `${failure.message} ${failure.advice}`;
  if (address.point === undefined) return '';
  if (located.result.state !== 'found') return '';
  const { countries, city } = located.result.data;
  const names = countries.map(({ name }) => name);
  const place = names.length === 0 ? 'No country here.' : `${names.join(', ')}.`;
  return city.latlng === null ? place : `${place} Closest city: ${city.name}.`;
}
