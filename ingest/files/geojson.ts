import { assertWgs84 } from './crs.js';
import type { Feature } from './feature.js';
import { utf8Of } from './lines.js';

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPENING_BRACE, CLOSING_BRACE, OPENING_BRACKET, CLOSING_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
/** Stands before each object of a text sequence (RFC 8142). */
const RECORD_SEPARATOR = 0x1e;

/** Brackets around a feature: of the collection, and of its list of features; none in a sequence. */
const FEATURES_DEPTH = { collection: 2, sequence: 0 };
/** The end of the text before the list of features. */
const BEFORE_FEATURES = /(?<!\\)"features"\s*:\s*\[$/;
const TAIL_BYTES = 256;

/** The most bytes that a file may hold beside its features. */
const MAX_FRAME_BYTES = 16 * 1024 * 1024;
const MAX_FEATURE_BYTES = 256 * 1024 * 1024;

const NOT_A_FEATURE = 'something among its features is not an object';
const NOT_A_COLLECTION = 'it is not a GeoJSON FeatureCollection';

/**
 * Reads the features of a `FeatureCollection`, or of a sequence of features (one a line, or RFC 8142),
 * one after the other, so that only one is in memory. Cutting the text at brackets and parsing feature
 * by feature takes a tenth of the time of a library that streams tokens.
 * @throws when it is not GeoJSON in UTF-8 and degrees of WGS 84, or is cut off
 */
export async function* geojsonFeatures(
  content: AsyncIterable<Uint8Array>,
  maximumBytes = MAX_FEATURE_BYTES,
): AsyncGenerator<Feature> {
  const cutter = new Cutter(maximumBytes);
  let line = 0;
  for await (const bytes of utf8Of('it', content)) {
    for (const feature of cutter.cut(bytes)) {
      line += 1;
      yield toFeature(textOf(feature, `feature ${line}`), line);
    }
    cutter.assertSizes();
  }
  cutter.end();
}

/** Cuts a file into its features and the frame around them by counting brackets. */
class Cutter {
  readonly #maximumBytes: number;
  readonly #frame: Uint8Array[] = [];
  #frameBytes = 0;
  #frameTail = Buffer.alloc(0);
  #feature: Uint8Array[] = [];
  #featureBytes = 0;
  /** The number of the feature that is read next, from 1. */
  #number = 1;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #isAmongFeatures = false;
  #hasFeatures = false;
  #featuresDepth = FEATURES_DEPTH.collection;

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
  }

  /** Returns each feature that ends within these bytes, as its pieces. */
  *cut(bytes: Uint8Array): Generator<Uint8Array[]> {
    let start = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#isInString = false;
      } else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
        if (this.#isBetweenFeatures) start = at;
        this.#depth += 1;
        if (this.#depth === this.#featuresDepth && byte === OPENING_BRACKET) {
          this.#addToFrame(bytes.subarray(start, at + 1));
          start = at + 1;
          this.#beginList();
        }
      } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
        this.#depth -= 1;
        if (this.#isBetweenFeatures) {
          yield [...this.#feature, bytes.subarray(start, at + 1)];
          this.#feature = [];
          this.#featureBytes = 0;
          this.#number += 1;
          start = at + 1;
        } else if (this.#depth < this.#featuresDepth) this.#isAmongFeatures = false;
        if (this.#depth === 0 && !this.#hasFeatures) {
          this.#addToFrame(bytes.subarray(start, at + 1));
          start = at + 1;
          if (this.#beginSequence()) yield this.#frame.splice(0);
        }
      } else if (byte === RECORD_SEPARATOR && this.#depth === 0) start = at + 1;
      else if (this.#isBetweenFeatures) {
        if (byte !== COMMA && !BLANKS.has(byte)) {
          throw new Error(`${NOT_A_FEATURE}, before feature ${this.#number}`);
        }
        start = at + 1;
      } else if (byte === QUOTE) this.#isInString = true;
    }
    const rest = bytes.subarray(start);
    if (!this.#isAmongFeatures || this.#isBetweenFeatures) this.#addToFrame(rest);
    else {
      this.#feature.push(rest);
      this.#featureBytes += rest.length;
    }
  }

  /** @throws when a part is so large that it would fill the memory */
  assertSizes(): void {
    if (this.#frameBytes > MAX_FRAME_BYTES) throw new Error(NOT_A_COLLECTION);
    if (this.#featureBytes > this.#maximumBytes) {
      throw new Error(
        `feature ${this.#number} is larger than ${this.#maximumBytes} bytes: it is not closed, or draws far too much (\`ogr2ogr -simplify\`)`,
      );
    }
  }

  /** @throws when the text is not whole */
  end(): void {
    if (this.#depth > 0) throw new Error('it is cut off: its brackets are not closed');
    if (this.#featuresDepth === FEATURES_DEPTH.sequence) return;
    if (assertFrame(textOf(this.#frame, 'it')) === undefined) throw new Error(NOT_A_COLLECTION);
  }

  get #isBetweenFeatures(): boolean {
    return this.#isAmongFeatures && this.#depth === this.#featuresDepth;
  }

  #addToFrame(bytes: Uint8Array): void {
    this.#frame.push(bytes);
    this.#frameBytes += bytes.length;
    this.#frameTail = Buffer.concat([this.#frameTail, bytes.subarray(-TAIL_BYTES)]);
    this.#frameTail = this.#frameTail.subarray(-TAIL_BYTES);
  }

  /** Returns whether the first object is a feature, so that other features follow it. */
  #beginSequence(): boolean {
    const first = parse(textOf(this.#frame, 'it'), 'it') as { type?: unknown } | null;
    if (first?.type !== 'Feature') return false;
    this.#featuresDepth = FEATURES_DEPTH.sequence;
    this.#isAmongFeatures = true;
    this.#hasFeatures = true;
    this.#number += 1;
    return true;
  }

  /** Checks what stands before the features, so that a wrong file fails before they are used. */
  #beginList(): void {
    this.#isAmongFeatures = BEFORE_FEATURES.test(this.#frameTail.toString('latin1'));
    if (!this.#isAmongFeatures) return;
    if (this.#hasFeatures) throw new Error('it has two lists of features');
    this.#hasFeatures = true;
    assertFrame(`${textOf(this.#frame, 'it')}]}`);
  }
}

/** @throws when it is not UTF-8 */
function textOf(pieces: readonly Uint8Array[], what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
  } catch (error) {
    throw new Error(`${what} is not in UTF-8: convert the file`, { cause: error });
  }
}

/**
 * Checks what is around the features.
 * @returns its type, if it is there yet
 * @throws when it is not that of GeoJSON in degrees
 */
function assertFrame(text: string): unknown {
  const frame = parse(text, 'it') as {
    type?: unknown;
    features?: unknown;
    crs?: { properties?: { name?: unknown } } | null;
  } | null;
  const { type, features, crs } = frame ?? {};
  if (type === 'Topology') {
    throw new Error('it is TopoJSON: convert it to GeoJSON (`topo2geo`, or `ogr2ogr`)');
  }
  if ((type !== undefined && type !== 'FeatureCollection') || !Array.isArray(features)) {
    throw new Error(NOT_A_COLLECTION);
  }
  if (features.length > 0) throw new Error(NOT_A_FEATURE);
  const name = crs?.properties?.name;
  if (typeof name === 'string') assertWgs84(name);
  return type;
}

function toFeature(text: string, line: number): Feature {
  const feature = parse(text, `feature ${line}`) as Partial<Record<string, unknown>>;
  const { type, id, properties = null, geometry = null } = feature;
  if (type !== 'Feature' || typeof properties !== 'object' || typeof geometry !== 'object') {
    throw new Error(`feature ${line} has not the members type, properties and geometry of GeoJSON`);
  }
  return {
    line,
    properties: { ...(id !== undefined && { id }), ...properties },
    geometry: geometry as Feature['geometry'],
  };
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${what} is not JSON: ${(error as Error).message}`, { cause: error });
  }
}
