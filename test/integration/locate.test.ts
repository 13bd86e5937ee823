import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getPentagons } from 'h3-js';
import { distanceKm } from '../../geo/distance.js';
import { createRandom, pick } from '../support/random.js';
