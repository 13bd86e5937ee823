/** What came back for one request. */
export interface Answer {
  status: number;
  /** Empty unless it was wanted. */
  body: string;
}

const LINE_END = '\r\n';
const HEAD_END = '\r\n\r\n';

/** The part of an answer that comes next. */
type Part = 'head' | 'body' | 'chunk size' | 'chunk' | 'trailer';

/**
 * Reads the answers of one connection, one request at a time, from bytes as they arrive: HTTP/1.1
 * with a length or in chunks.
 */
export class AnswerReader {
  readonly #onAnswer: (answer: Answer) => void;
  #part: Part = 'head';
  /** Of a head or line whose end has not come yet. */
  #begun = '';
  #bytesLeft = 0;
  #status = 0;
  #keepsBody = false;
  #body: Buffer[] = [];

  constructor(onAnswer: (answer: Answer) => void) {
    this.#onAnswer = onAnswer;
  }

  /** Tells for the answer that comes next if its body is wanted. */
  expect(keepsBody: boolean): void {
    this.#keepsBody = keepsBody;
  }

  /** @throws when it is no answer that this reads */
  read(bytes: Buffer): void {
    let position = 0;
    while (position < bytes.length) position = this.#readPart(bytes, position);
  }

  #readPart(bytes: Buffer, position: number): number {
    switch (this.#part) {
      case 'head':
        return this.#readText(bytes, position, HEAD_END, (head) => {
          this.#beginBody(head);
        });
      case 'chunk size':
        return this.#readText(bytes, position, LINE_END, (line) => {
          this.#beginChunk(line);
        });
      case 'trailer':
        return this.#readText(bytes, position, LINE_END, (line) => {
          if (line === '') this.#finish();
        });
      case 'chunk':
        return this.#readBytes(bytes, position, () => {
          this.#part = 'chunk size';
        });
      case 'body':
        return this.#readBytes(bytes, position, () => {
          this.#finish();
        });
    }
  }

  #readText(bytes: Buffer, position: number, end: string, onText: (text: string) => void): number {
    // The usual case: it is all here, and what follows stays bytes.
    const found = this.#begun === '' ? bytes.indexOf(end, position, 'latin1') : -1;
    if (found >= 0) {
      onText(bytes.toString('latin1', position, found));
      return found + end.length;
    }
    const text = this.#begun + bytes.toString('latin1', position);
    const at = text.indexOf(end);
    if (at < 0) {
      this.#begun = text;
      return bytes.length;
    }
    const next = position + at + end.length - this.#begun.length;
    this.#begun = '';
    onText(text.slice(0, at));
    return next;
  }

  #beginBody(head: string): void {
    const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(head) ?? [];
    if (status === undefined) throw new Error(`no answer of HTTP/1.1: ${head.slice(0, 50)}`);
    this.#status = Number(status);
    const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
    if (/\r\ntransfer-encoding: *chunked/i.test(head)) {
      this.#part = 'chunk size';
    } else if (this.#status === 204 || this.#status === 304 || length === '0') {
      this.#finish();
    } else if (length === undefined) {
      throw new Error('an answer that does not tell its length');
    } else {
      this.#part = 'body';
      this.#bytesLeft = Number(length);
    }
  }

  #beginChunk(line: string): void {
    const size = parseInt(line, 16);
    if (Number.isNaN(size)) throw new Error(`no size of a chunk: ${line.slice(0, 50)}`);
    this.#part = size === 0 ? 'trailer' : 'chunk';
    this.#bytesLeft = size + LINE_END.length;
  }

  #readBytes(bytes: Buffer, position: number, onEnd: () => void): number {
    const end = Math.min(bytes.length, position + this.#bytesLeft);
    if (this.#keepsBody) this.#keep(bytes, position, end);
    this.#bytesLeft -= end - position;
    if (this.#bytesLeft === 0) onEnd();
    return end;
  }

  #keep(bytes: Buffer, position: number, end: number): void {
    const left = this.#part === 'chunk' ? this.#bytesLeft - LINE_END.length : this.#bytesLeft;
    if (left > 0) this.#body.push(bytes.subarray(position, Math.min(end, position + left)));
  }

  #finish(): void {
    const body = this.#keepsBody ? Buffer.concat(this.#body).toString() : '';
    this.#part = 'head';
    this.#body = [];
    this.#onAnswer({ status: this.#status, body });
  }
}
