import { crc32, deflateRawSync } from 'node:zlib';

/** Returns the bytes of a zip of these files, as its specification describes it. */
export function zipOf(files: Readonly<Record<string, Uint8Array | string>>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const described = Buffer.alloc(26);
    described.writeUInt16LE(20, 0);
    // The name is in UTF-8.
    described.writeUInt16LE(0x800, 2);
    described.writeUInt16LE(8, 4);
    described.writeUInt32LE(crc32(content), 10);
    described.writeUInt32LE(packed.length, 14);
    described.writeUInt32LE(content.length, 18);
    described.writeUInt16LE(Buffer.byteLength(name), 22);
    const bytes = Buffer.concat([Buffer.from('PK\x03\x04'), described, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    central.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), described, place, Buffer.from(name)]),
    );
    local.push(bytes);
    offset += bytes.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}
