import { text } from '../../core/elasticsearch/environment.js';

/** Joi rules of the variables that only the ingestion needs. */
export const ingestVariables = {
  /** Where refused rows are written; made when there is one. */
  REJECTS_FOLDER: text<string | undefined>(),
  /** What the data is made of; absent: what is built in. */
  SOURCES_FILE: text<string | undefined>(),
};
