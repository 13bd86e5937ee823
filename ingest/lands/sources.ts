import Joi from 'joi';
import { TILES } from '../files/parts.js';
import { members, oneOf, path, text } from '../files/rules.js';
import type { TerrainFiles } from '../rasters/terrain.js';
import { countryCode } from '../reference/countryCode.js';

/** The section of the sources file. */
export interface LandSources extends TerrainFiles {
  countries?: readonly string[] | 'ALL';
}

export const landSection = members({
  countries: Joi.alternatives()
    .conditional(Joi.array(), {
      then: Joi.array().items(countryCode).min(1).unique(),
      otherwise: Joi.valid('ALL').messages({ '*': 'must be "ALL" or a list of alpha-3 codes' }),
    })
    .description('Only of these, and not of all'),
  heights: path('A GeoTIFF in WGS 84, or a folder of such', TILES),
  biomes: oneOf({
    raster: {
      raster: path('A GeoTIFF of numbers', TILES).required(),
      names: path('A table of a number and a name, with a tab between them').required(),
    },
    polygons: {
      polygons: path('A GeoJSON FeatureCollection or a Shapefile').required(),
      name: text('The field that holds the name of the biome').required(),
    },
  }),
});
