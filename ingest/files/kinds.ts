const OGR = '`ogr2ogr -t_srs EPSG:4326 new.geojson FILE`';

interface Kind {
  kind: string;
  /** Matches its beginning in Latin 1. */
  begin?: RegExp;
  /** The name of an entry that an archive of this kind has. */
  entry?: RegExp;
  remedy: string;
}

/** Kinds of files that are not read as text. */
export const KINDS: readonly Kind[] = [
  { kind: 'bzip2', begin: /^BZh\d/, remedy: 'unpack it (`bunzip2`)' },
  { kind: 'xz', begin: /^\xfd7zXZ/, remedy: 'unpack it (`unxz`)' },
  { kind: 'Zstandard', begin: /^\x28\xb5\x2f\xfd/, remedy: 'unpack it (`unzstd`)' },
  { kind: '7z', begin: /^7z\xbc\xaf/, remedy: 'unpack it (`7z x`)' },
  { kind: 'RAR', begin: /^Rar!/, remedy: 'unpack it (`unrar x`)' },
  { kind: 'a tar archive', begin: /^[^]{257}ustar/, remedy: 'unpack it (`tar -xf`)' },
  { kind: 'Parquet', begin: /^PAR1[^ -~]/, remedy: `say format: parquet in the mapping, or convert it (${OGR})` }, // prettier-ignore
  { kind: 'a Shapefile', begin: /^\0\0'\n/, remedy: 'say format: shapefile in the mapping' },
  { kind: 'a GeoPackage, or SQLite', begin: /^SQLite format 3\0/, remedy: `convert it (${OGR})` },
  { kind: 'FlatGeobuf', begin: /^fgb[^ -~]/, remedy: `convert it (${OGR})` },
  { kind: 'OpenStreetMap PBF', begin: /^\0{3}.\n\tOSM/s, remedy: 'convert it (`osmium export -f geojsonseq -o new.geojsons FILE`)' }, // prettier-ignore
  { kind: 'KML', begin: /^\s*<(?:[^]*<)?kml\b/i, entry: /\.kml$/i, remedy: `convert it (${OGR})` },
  { kind: 'GPX', begin: /^\s*<(?:[^]*<)?gpx\b/i, remedy: `convert it (${OGR})` },
  { kind: 'HTML', begin: /^\s*<(?:!doctype )?html\b/i, remedy: 'download the data, not its page' },
  { kind: 'a spreadsheet', entry: /^(?:xl\/workbook|content)\.xml$/, remedy: 'save it as CSV (UTF-8)' }, // prettier-ignore
  { kind: 'a File Geodatabase', entry: /\.gdbtable$/i, remedy: `convert it (${OGR})` },
];

/** A tar archive is recognized by its first 262 bytes. */
export const BEGIN_BYTES = 512;

/** Returns the kind and what to do, if a file that begins so is not text. */
export function kindOfContent(begin: Buffer): string | undefined {
  const text = begin.toString('latin1', 0, BEGIN_BYTES);
  return described(KINDS.find((each) => each.begin?.test(text) === true));
}

/** Returns the kind and what to do, if an archive is of a kind that is one file. */
export function kindOfArchive(entries: readonly string[]): string | undefined {
  return described(KINDS.find(({ entry }) => entries.some((name) => entry?.test(name) === true)));
}

function described(found: Kind | undefined): string | undefined {
  return found && `${found.kind}: ${found.remedy}`;
}
