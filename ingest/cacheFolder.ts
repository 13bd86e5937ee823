import { homedir } from 'node:os';
import { join } from 'node:path';

const NAME = 'geographic-data-service';

/** Returns where is kept what can be made again at any time, but takes long. */
export function cacheFolder({ CACHE_FOLDER, XDG_CACHE_HOME } = process.env): string {
  if (CACHE_FOLDER) return CACHE_FOLDER;
  const isSet = XDG_CACHE_HOME !== undefined && XDG_CACHE_HOME !== '';
  return join(isSet ? XDG_CACHE_HOME : join(homedir(), '.cache'), NAME);
}
