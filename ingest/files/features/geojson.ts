import { utf8Of } from '../encoding.js';
import type { Feature } from './feature.js';

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPENING_BRACE, CLOSING_BRACE, OPENING_BRACKET, CLOSING_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Where the features are: in an array of the object that is the file. */
const FEATURES_DEPTH = 2;
const BEFORE_FEATURES = /(?<!\\)"features"\s*:\s*\[$/;
/** Of the text before an array, as much as tells whether it is that of the features. */
const TELLING_BYTES = 256;

/** What a file holds beside its features; whatever is longer is no GeoJSON with features. */
const MAX_FRAME_BYTES = 16 * 1024 * 1024;

/** Nobody draws as much in one: what is longer is not closed, or made to fill the memory. */
const MAX_FEATURE_BYTES = 256 * 1024 * 1024;

const NO_FEATURE = 'something among its features is no object';
const NO_COLLECTION = 'it is no GeoJSON FeatureCollection';

/** WGS 84, longitude first, by the names that programs write though GeoJSON knows no other. */
const WGS_84 = /CRS:?84$|EPSG:(:|[\d.]+:)?4326$/i;

interface Frame {
  type?: unknown;
  features?: unknown;
  crs?: { properties?: { name?: unknown } } | null;
}

/**
 * Reads the features of a `FeatureCollection`, one after the other: a file may be larger than the
 * memory, a feature may not.
 * @throws when it is not GeoJSON in UTF-8 and degrees of WGS 84, or is cut off
 */
export async function* geojsonFeatures(
  bytes: AsyncIterable<Uint8Array>,
  maximumBytes = MAX_FEATURE_BYTES,
): AsyncGenerator<Feature> {
  let line = 0;
  for await (const text of featureTexts(bytes, maximumBytes)) {
    line += 1;
    yield toFeature(text, line);
  }
}

/**
 * Cuts the text into its features by counting brackets: JSON is parsed a feature at a time, which
 * no parser of whole texts does, and faster than one that tells every token.
 */
async function* featureTexts(
  pieces: AsyncIterable<Uint8Array>,
  maximumBytes: number,
): AsyncGenerator<string> {
  const cutter = new Cutter(maximumBytes);
  for await (const bytes of utf8Of('it', pieces)) yield* cutter.cut(bytes);
  cutter.end();
}

class Cutter {
  /** All but the features. */
  readonly #frame = new Text('it');
  #number = 1;
  #feature = new Text('feature 1');
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #isAmongFeatures = false;
  #hasFeatures = false;
  readonly #maximumBytes: number;

  /** @param maximumBytes of a feature */
  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
  }

  *cut(bytes: Uint8Array): Generator<string> {
    let start = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (this.#isInString) this.#readInString(byte);
      else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
        if (this.#isBetweenFeatures()) start = at;
        this.#depth += 1;
        if (this.#depth === FEATURES_DEPTH && byte === OPENING_BRACKET) {
          this.#frame.add(bytes.subarray(start, at + 1));
          start = at + 1;
          this.#seeWhetherFeaturesBegin();
        }
      } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
        this.#depth -= 1;
        if (this.#isBetweenFeatures()) {
          this.#feature.add(bytes.subarray(start, at + 1));
          start = at + 1;
          yield this.#takeFeature();
        } else if (this.#depth < FEATURES_DEPTH) this.#isAmongFeatures = false;
      } else if (this.#isBetweenFeatures()) {
        // Kept until the end, it would fill the memory.
        if (byte !== COMMA && !BLANKS.has(byte))
          throw new Error(`${NO_FEATURE}, before feature ${this.#number}`);
        start = at + 1;
      } else if (byte === QUOTE) this.#isInString = true;
    }
    const isInFeature = this.#isAmongFeatures && !this.#isBetweenFeatures();
    (isInFeature ? this.#feature : this.#frame).add(bytes.subarray(start));
    if (this.#frame.bytes > MAX_FRAME_BYTES) throw new Error(NO_COLLECTION);
    if (this.#feature.bytes > this.#maximumBytes) {
      throw new Error(
        `feature ${this.#number} is larger than ${this.#maximumBytes} bytes: it is not closed, or draws far too much (\`ogr2ogr -simplify\`)`,
      );
    }
  }

  /** @throws when the text is not whole */
  end(): void {
    if (this.#depth > 0) throw new Error('it is cut off: its brackets are not closed');
    if (assertFrame(this.#frame.text()) === undefined) throw new Error(NO_COLLECTION);
  }

  #isBetweenFeatures(): boolean {
    return this.#isAmongFeatures && this.#depth === FEATURES_DEPTH;
  }

  #readInString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
  }

  #seeWhetherFeaturesBegin(): void {
    this.#isAmongFeatures = BEFORE_FEATURES.test(this.#frame.end(TELLING_BYTES));
    // What can be known already is told before anything is made of the features.
    if (!this.#isAmongFeatures) return;
    if (this.#hasFeatures) throw new Error('it has two lists of features');
    this.#hasFeatures = true;
    assertFrame(`${this.#frame.text()}]}`);
  }

  #takeFeature(): string {
    const text = this.#feature.text();
    this.#number += 1;
    this.#feature = new Text(`feature ${this.#number}`);
    return text;
  }
}

/** Bytes of one text, in pieces. */
class Text {
  readonly #what: string;
  readonly #pieces: Uint8Array[] = [];
  bytes = 0;

  constructor(what: string) {
    this.#what = what;
  }

  add(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#pieces.push(bytes);
    this.bytes += bytes.length;
  }

  /** The last of its bytes, as far as they are ASCII. */
  end(bytes: number): string {
    const last: Uint8Array[] = [];
    for (let at = this.#pieces.length - 1, length = 0; at >= 0 && length < bytes; at -= 1) {
      const piece = this.#pieces[at] ?? new Uint8Array();
      last.unshift(piece);
      length += piece.length;
    }
    return Buffer.concat(last).subarray(-bytes).toString('latin1');
  }

  /** @throws when it is no UTF-8 */
  text(): string {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(this.#pieces));
    } catch (error) {
      throw new Error(`${this.#what} is not in UTF-8: convert the file`, { cause: error });
    }
  }
}

/**
 * @returns its type, as far as it is told
 * @throws when what is around the features is not that of GeoJSON in degrees
 */
function assertFrame(text: string): unknown {
  const frame = parse(text, 'it') as Frame | null;
  const { type, features, crs } = frame ?? {};
  if (type === 'Topology') {
    throw new Error('it is TopoJSON: convert it to GeoJSON (`topo2geo`, or `ogr2ogr`)');
  }
  if ((type !== undefined && type !== 'FeatureCollection') || !Array.isArray(features)) {
    throw new Error(NO_COLLECTION);
  }
  if (features.length > 0) throw new Error(NO_FEATURE);
  const name = crs?.properties?.name;
  if (typeof name === 'string' && !WGS_84.test(name)) {
    throw new Error(
      `its coordinates are of ${name}: convert it to WGS 84 (\`ogr2ogr -t_srs EPSG:4326\`)`,
    );
  }
  return type;
}

function toFeature(text: string, line: number): Feature {
  const feature = parse(text, `feature ${line}`) as Partial<Record<string, unknown>>;
  const { type, properties, geometry } = feature;
  if (type !== 'Feature' || typeof properties !== 'object' || typeof geometry !== 'object') {
    throw new Error(`feature ${line} has not the members type, properties and geometry of GeoJSON`);
  }
  return {
    line,
    properties: (properties ?? {}) as Feature['properties'],
    geometry: geometry as Feature['geometry'],
  };
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${what} is no JSON: ${(error as Error).message}`, { cause: error });
  }
}
