import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** Returns a .zip archive of these entries, as GeoNames publishes its files. */
export async function zipOf(
  entries: Readonly<Record<string, string | Buffer>>,
  mtime = new Date(0),
): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(entries)) {
    archive.addBuffer(Buffer.from(content as string), name, { mtime });
  }
  archive.end();
  return await buffer(archive.outputStream);
}
