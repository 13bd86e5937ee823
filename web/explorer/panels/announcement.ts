import type { Explorer } from '../model/explorer.js';

/** Returns what a screen reader says when the answers about a point are there. */
export function announcement(explorer: Explorer): string {
  const { countries, city, address, failure } = explorer;
  if (failure !== undefined) return `${failure.message} ${failure.advice}`;
  if (address.point === undefined) return '';
  if (countries.result.state !== 'found' || city.result.state !== 'found') return '';
  const names = countries.result.data.map(({ name }) => name);
  const place = names.length === 0 ? 'No country here.' : `${names.join(', ')}.`;
  const closest = city.result.data;
  return closest.latlng === null ? place : `${place} Closest city: ${closest.name}.`;
}
