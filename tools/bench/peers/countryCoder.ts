/** A process: the country at a point by country-coder, which holds rough borders in memory. */
import { feature } from '@rapideditor/country-coder';
import { serveAt } from './serve.js';

serveAt(({ lat, lng }) => {
  const country = feature([lng, lat])?.properties;
  return country ? [{ id: country.iso1A3, name: country.nameEn }] : [];
});
