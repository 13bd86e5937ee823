import Joi from 'joi';

/** The latest form of a backup that this version reads and writes. */
export const FORMAT = 1;

/** What a backup says of itself. */
export interface Manifest {
  format: number;
  /** Holds every write that was acknowledged before. ISO 8601. */
  begun: string;
  /** Of the service. */
  version: string;
  indexPrefix: string;
  /**
   * The index of the markers, which Elasticsearch never gives to another one: what is not built there
   * any more was cleared after the backup. Null: there were no markers.
   */
  markersUuid: string | null;
}

const schema = Joi.object<Manifest>({
  format: Joi.number().integer().required(),
  begun: Joi.string().isoDate().required(),
  version: Joi.string().required(),
  indexPrefix: Joi.string().required(),
  markersUuid: Joi.string().allow(null).required(),
});

/**
 * Reads what a backup says of itself.
 * @throws when this version cannot read it
 */
export function readManifest(value: unknown): Manifest {
  const result = schema.validate(value, { convert: false, stripUnknown: true });
  if (result.error !== undefined) throw new Error('it does not begin as a backup does');
  const { format, version } = result.value;
  if (format > FORMAT)
    throw new Error(`version ${version} made it, in a later form: restore it with that version`);
  return result.value;
}
