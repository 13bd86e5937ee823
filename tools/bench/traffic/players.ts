import type { Point } from '../../../core/geo/point.js';
import type { BuiltInCity } from '../../../ingest/cities/builtIn.js';
import { weighted } from '../statistics.js';

export type Town = Pick<BuiltInCity, 'population' | 'latitude' | 'longitude'>;

export const PLAYERS = 1_000;
/** Between two requests of a player, in the time of the game. */
const STEP_SECONDS = 1;
/** Seven of ten walk, at the speed at which people do; the others drive, as in a city. */
const WALKERS = 0.7;
const WALKING_METERS_PER_SECOND = 1.4;
const DRIVING_METERS_PER_SECOND = 14;
/** A player is gone after a quarter of an hour on average, and another one begins elsewhere. */
const STEPS_OF_A_SESSION = 900;
/** Paths wind: a walker turns round within a minute, a driver keeps to a road for longer. */
const WALKERS_TURN_RADIANS = 0.4;
const DRIVERS_TURN_RADIANS = 0.1;
/** Players live in a city and around it. */
const SPREAD_METERS = 5_000;

const METERS_OF_A_DEGREE = 111_195;
/** Farther north and south there are no cities, and a degree of longitude is no length. */
const MAX_LATITUDE = 85;

interface Player {
  latitude: number;
  longitude: number;
  headingRadians: number;
  isWalking: boolean;
}

/**
 * Moves players, without end, one after the other: where each is when it asks. They begin near
 * cities drawn by population, and go on in small steps, so that no request is like another one and
 * most are near the last one of the same player.
 */
export function* players(
  towns: readonly Town[],
  random: () => number,
  count = PLAYERS,
): Generator<Point> {
  const drawTown = weighted(towns, ({ population }) => population);
  const all = Array.from({ length: count }, () => begin(drawTown(random), random));
  while (true) {
    for (const [position, player] of all.entries()) {
      if (random() * STEPS_OF_A_SESSION < 1) all[position] = begin(drawTown(random), random);
      else step(player, random);
      const { latitude, longitude } = all[position] ?? player;
      yield { latitude, longitude };
    }
  }
}

function begin({ latitude, longitude }: Town, random: () => number): Player {
  const player = {
    latitude,
    longitude,
    headingRadians: random() * 2 * Math.PI,
    isWalking: random() < WALKERS,
  };
  // More of them in the middle.
  move(player, SPREAD_METERS * random());
  return player;
}

function step(player: Player, random: () => number): void {
  const { isWalking } = player;
  const turn = isWalking ? WALKERS_TURN_RADIANS : DRIVERS_TURN_RADIANS;
  player.headingRadians += (random() * 2 - 1) * turn;
  const speed = isWalking ? WALKING_METERS_PER_SECOND : DRIVING_METERS_PER_SECOND;
  move(player, speed * STEP_SECONDS);
}

function move(player: Player, meters: number): void {
  const { latitude, longitude, headingRadians } = player;
  const degrees = meters / METERS_OF_A_DEGREE;
  const north = latitude + degrees * Math.cos(headingRadians);
  player.latitude = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, north));
  const shortening = Math.cos((player.latitude * Math.PI) / 180);
  const east = longitude + (degrees * Math.sin(headingRadians)) / shortening;
  player.longitude = ((((east + 180) % 360) + 360) % 360) - 180;
}
