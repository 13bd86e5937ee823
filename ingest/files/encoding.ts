/** Other encodings than UTF-8, by their byte order marks; the longer ones first. */
const OTHERS: readonly { mark: readonly number[]; name: string }[] = [
  { mark: [0xff, 0xfe, 0, 0], name: 'UTF-32LE' },
  { mark: [0, 0, 0xfe, 0xff], name: 'UTF-32BE' },
  { mark: [0xff, 0xfe], name: 'UTF-16LE' },
  { mark: [0xfe, 0xff], name: 'UTF-16BE' },
];

const UTF8_MARK = [0xef, 0xbb, 0xbf];
const LONGEST_MARK = 4;

/**
 * Returns the bytes of a text without their byte order mark.
 * @throws when they are in another encoding than UTF-8, as far as the first of them tell
 */
export async function* utf8Of(
  file: string,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | undefined = new Uint8Array();
  for await (const bytes of content) {
    if (head === undefined) {
      yield bytes;
      continue;
    }
    head = Buffer.concat([head, bytes]);
    if (head.length < LONGEST_MARK) continue;
    yield withoutMark(file, head);
    head = undefined;
  }
  if (head !== undefined && head.length > 0) yield withoutMark(file, head);
}

function withoutMark(file: string, head: Uint8Array): Uint8Array {
  const begins = (mark: readonly number[]): boolean => mark.every((byte, at) => head[at] === byte);
  if (begins(UTF8_MARK)) return head.subarray(UTF8_MARK.length);
  const name = OTHERS.find(({ mark }) => begins(mark))?.name ?? unmarked(head);
  if (name === undefined) return head;
  throw new Error(
    `${file} is in ${name}: save it as UTF-8, or convert it (iconv -f ${name} -t UTF-8 …).`,
  );
}

/** No text in UTF-8 begins with a letter and a zero byte. */
function unmarked(head: Uint8Array): string | undefined {
  const [first, second] = head;
  if (first === 0 && second !== undefined && second !== 0) return 'UTF-16BE';
  return first !== 0 && second === 0 ? 'UTF-16LE' : undefined;
}
