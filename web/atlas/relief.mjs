/* global atob, Buffer, FileReader, ImageData, OffscreenCanvas */
/**
 * `npm run relief`: makes the picture of heights and biomes that lies over the land of the map.
 * `npm run relief -- <pixels> <file>` makes one of another size elsewhere.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromArrayBuffer } from 'geotiff';
import { chromium } from 'playwright-core';
import packed from '@sparticuz/chromium';

const [pixelsGiven = '2048', fileGiven] = process.argv.slice(2);
/** The picture is a square, as the flat map is. */
const SIZE = Number(pixelsGiven);
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
const averages = new Float32Array(AVERAGES * SIZE * SIZE);
for (let row = 0; row < SIZE; row += 1)
  for (let column = 0; column < SIZE; column += 1)
    averages.set(averageAt(column, row), AVERAGES * (row * SIZE + column));
const pixels = new Uint8ClampedArray(4 * SIZE * SIZE);
for (let row = 0; row < SIZE; row += 1)
  for (let column = 0; column < SIZE; column += 1)
    pixels.set(pixelAt(column, row), 4 * (row * SIZE + column));
const file = fileGiven ?? join(import.meta.dirname, '../explorer/map/relief.webp');
writeFileSync(file, await encode(pixels));

async function read(name) {
  const bytes = readFileSync(join(import.meta.dirname, '../../ingest/data', name));
  const image = await (await fromArrayBuffer(new Uint8Array(bytes).buffer)).getImage();
  const values = await image.readRasters({ interleave: true });
  return { values, columns: image.getWidth(), rows: image.getHeight() };
}

/** Returns the latitude of the upper edge of a row. */
function latitudeOf(row) {
  const y = Math.PI * (1 - (2 * row) / SIZE);
  return (Math.atan(Math.sinh(y)) * 180) / Math.PI;
}

/** Averages the cells of a pixel, and one more on each side, so that colours are soft. */
function averageAt(column, row) {
  const { columns, rows } = heights;
  // Biomes have larger cells.
  const times = columns / biomes.columns;
  const first = Math.floor((column / SIZE) * columns) - 1;
  const last = Math.ceil(((column + 1) / SIZE) * columns);
  const top = Math.floor(((90 - latitudeOf(row)) / 180) * rows) - 1;
  const bottom = Math.ceil(((90 - latitudeOf(row + 1)) / 180) * rows);
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

function pixelAt(column, row) {
  const first = AVERAGES * (row * SIZE + column);
  const [red, green, blue, height, land] = averages.subarray(first, first + AVERAGES);
  if (land < 0.5) return [0, 0, 0, 0];
  const high = Math.min(1, Math.max(0, (height - 500) / 3_500));
  const isIce = blue > 230;
  const rocky = mix([red, green, blue], ROCK, isIce ? 0 : Math.min(0.7, high * 1.4));
  const light = lightAt(column, row);
  return [...mix(rocky, SNOW, Math.max(0, high - 0.7)).map((part) => part * light), 255];
}

function mix(from, to, share) {
  return from.map((part, index) => part + (to[index] - part) * share);
}

/** Returns the light on a slope, 1 on flat land. The sun is in the north-west, as on paper maps. */
function lightAt(column, row) {
  const heightAt = (x, y) => {
    const inside = Math.min(SIZE - 1, Math.max(0, y)) * SIZE + ((x + SIZE) % SIZE);
    return averages[AVERAGES * inside + 3];
  };
  const metres = 2 * METRES_PER_DEGREE * (latitudeOf(row) - latitudeOf(row + 1));
  const rise =
    heightAt(column + 1, row) - heightAt(column - 1, row) +
    heightAt(column, row + 1) - heightAt(column, row - 1); // prettier-ignore
  const slope = Math.tanh((EXAGGERATION * rise) / metres);
  return 1 + slope * (slope < 0 ? 0.5 : 0.14);
}

/** Encodes pixels as WebP, in a browser. */
async function encode(pixels) {
  const executablePath = process.env.CHROMIUM_PATH || (await packed.executablePath());
  const browser = await chromium.launch({ executablePath });
  const page = await browser.newPage();
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
    [Buffer.from(pixels).toString('base64'), SIZE, QUALITY],
  );
  await browser.close();
  return Buffer.from(url.split(',')[1], 'base64');
}
