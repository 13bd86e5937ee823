/* global atob, Buffer, FileReader, ImageData, OffscreenCanvas */
/**
 * `npm run relief`: makes the picture of heights and biomes that lies over the land of the map, and the tiles of a finer
 * one for close views. `npm run relief -- <pixels> <file>` makes a single picture of another size elsewhere.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromArrayBuffer } from 'geotiff';
import { chromium } from 'playwright-core';
import packed from '@sparticuz/chromium';

/** The first picture is a square, as the flat map is. */
const SIZE = 2_048;
/** The finer one is cut into as many columns and rows of tiles as zoom 3 has. */
const FINE_SIZE = 8_192;
const TILES = 8;
const [pixelsGiven = SIZE, fileGiven] = process.argv.slice(2);
/** Small files are worth more than fine colours. */
const QUALITY = 0.2;
const METRES_PER_DEGREE = 111_195;
/** Mountains are far lower than they are wide. */
const EXAGGERATION = 24;
/** The colour of each biome, by its number. 0 is unknown. */
const COLOURS = [
  'e6e0c8', 'b4d09a', 'cdd69b', 'b9cd9a', 'c0d4a1', 'b0c89c', 'b7cbaa', 'dcd79c',
  'dfdbab', 'c6d8aa', 'd6cba8', 'd2d6c9', 'd9d2a0', 'eddcb0', 'aecb9d', 'fbfcfd',
].map((hex) => [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16))); // prettier-ignore
const ROCK = [206, 190, 164];
const SNOW = [250, 250, 250];

const heights = await read('elevation.tif');
const biomes = await read('biomes.tif');
/** Red, green, blue, height and the share of land, by pixel. */
const AVERAGES = 5;
const folder = join(import.meta.dirname, '../explorer/map');
const executablePath = process.env.CHROMIUM_PATH || (await packed.executablePath());
const browser = await chromium.launch({ executablePath });
const page = await browser.newPage();
const file = fileGiven ?? join(folder, 'relief.webp');
writeFileSync(file, await encode(picture(Number(pixelsGiven), 0, 0, Number(pixelsGiven), 0.5)));
if (fileGiven === undefined) {
  mkdirSync(join(folder, 'relief'), { recursive: true });
  const width = FINE_SIZE / TILES;
  for (let x = 0; x < TILES; x += 1)
    for (let y = 0; y < TILES; y += 1) {
      // The sea of the map lies above it, so that any land is enough.
      const tile = await encode(picture(FINE_SIZE, x * width, y * width, width, Number.EPSILON));
      writeFileSync(join(folder, `relief/3-${x}-${y}.webp`), tile);
    }
}
await browser.close();

/** Returns a square part of a world of some pixels. Pixels with less land are transparent. */
function picture(size, left, top, width, leastLand) {
  // The light needs the neighbours of each pixel.
  const wide = width + 2;
  const averages = new Float32Array(AVERAGES * wide * wide);
  for (let row = 0; row < wide; row += 1)
    for (let column = 0; column < wide; column += 1) {
      const average = averageAt((left + column - 1 + size) % size, top + row - 1, size);
      averages.set(average, AVERAGES * (row * wide + column));
    }
  const pixels = new Uint8ClampedArray(4 * width * width);
  for (let row = 0; row < width; row += 1)
    for (let column = 0; column < width; column += 1) {
      const at = (x, y) =>
        averages.subarray(AVERAGES * (y * wide + x), AVERAGES * (y * wide + x + 1));
      const pixel = pixelOf(at, column + 1, row + 1, metresAt(top + row, size), leastLand);
      pixels.set(pixel, 4 * (row * width + column));
    }
  return { pixels, width };
}

async function read(name) {
  const bytes = readFileSync(join(import.meta.dirname, '../../ingest/data', name));
  const image = await (await fromArrayBuffer(new Uint8Array(bytes).buffer)).getImage();
  const values = await image.readRasters({ interleave: true });
  return { values, columns: image.getWidth(), rows: image.getHeight() };
}

/** Returns the latitude of the upper edge of a row. */
function latitudeOf(row, size) {
  const y = Math.PI * (1 - (2 * row) / size);
  return (Math.atan(Math.sinh(y)) * 180) / Math.PI;
}

/** Averages the cells of a pixel, and one more on each side, so that colours are soft. */
function averageAt(column, row, size) {
  const { columns, rows } = heights;
  // Biomes have larger cells.
  const times = columns / biomes.columns;
  const first = Math.floor((column / size) * columns) - 1;
  const last = Math.ceil(((column + 1) / size) * columns);
  const top = Math.max(0, Math.floor(((90 - latitudeOf(row, size)) / 180) * rows) - 1);
  const bottom = Math.min(rows - 1, Math.ceil(((90 - latitudeOf(row + 1, size)) / 180) * rows));
  let [red, green, blue, height, land, cells] = [0, 0, 0, 0, 0, 0];
  for (let y = top; y <= bottom; y += 1)
    for (let x = first; x <= last; x += 1) {
      const east = (x + columns) % columns;
      const metres = heights.values[y * columns + east];
      const biome =
        biomes.values[Math.floor(y / times) * biomes.columns + Math.floor(east / times)];
      cells += 1;
      // The sea is at 0 m, the Caspian Sea at -28 m.
      if (metres <= 0 && biome === 0) continue;
      const colour = COLOURS[biome];
      land += 1;
      height += metres;
      red += colour[0];
      green += colour[1];
      blue += colour[2];
    }
  const divisor = Math.max(1, land);
  return [red / divisor, green / divisor, blue / divisor, height / cells, land / cells];
}

/** @param at returns the averages of a pixel */
function pixelOf(at, column, row, metres, leastLand) {
  const [red, green, blue, height, land] = at(column, row);
  if (land < leastLand) return [0, 0, 0, 0];
  const high = Math.min(1, Math.max(0, (height - 500) / 3_500));
  const isIce = blue > 230;
  const rocky = mix([red, green, blue], ROCK, isIce ? 0 : Math.min(0.7, high * 1.4));
  const light = lightAt((x, y) => at(x, y)[3], column, row, metres);
  return [...mix(rocky, SNOW, Math.max(0, high - 0.7)).map((part) => part * light), 255];
}

function mix(from, to, share) {
  return from.map((part, index) => part + (to[index] - part) * share);
}

/** Returns the width of two pixels in metres. */
function metresAt(row, size) {
  return 2 * METRES_PER_DEGREE * (latitudeOf(row, size) - latitudeOf(row + 1, size));
}

/** Returns the light on a slope, 1 on flat land. The sun is in the north-west, as on paper maps. */
function lightAt(heightAt, column, row, metres) {
  const rise =
    heightAt(column + 1, row) - heightAt(column - 1, row) +
    heightAt(column, row + 1) - heightAt(column, row - 1); // prettier-ignore
  const slope = Math.tanh((EXAGGERATION * rise) / metres);
  return 1 + slope * (slope < 0 ? 0.5 : 0.14);
}

/** Encodes pixels as WebP, in a browser. */
async function encode({ pixels, width }) {
  const url = await page.evaluate(
    async ([text, size, quality]) => {
      const bytes = Uint8ClampedArray.from(atob(text), (character) => character.charCodeAt(0));
      const canvas = new OffscreenCanvas(size, size);
      canvas.getContext('2d').putImageData(new ImageData(bytes, size), 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
      const reader = new FileReader();
      return new Promise((resolve) => {
        reader.onload = () => resolve(reader.result);
        reader.readAsDataURL(blob);
      });
    },
    [Buffer.from(pixels).toString('base64'), width, QUALITY],
  );
  return Buffer.from(url.split(',')[1], 'base64');
}
