import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import { omit } from 'es-toolkit/object';

/** The settings of an index that Elastic Cloud Serverless decides itself, and refuses to be told. */
const OWN_SETTINGS = [
  'number_of_shards',
  'number_of_replicas',
  'auto_expand_replicas',
  'translog',
] as const;

/** Returns what a new index may be told of its settings; undefined: nothing. */
export async function acceptedSettings(
  client: Client,
  settings: estypes.IndicesIndexSettings,
): Promise<estypes.IndicesIndexSettings | undefined> {
  if (!(await isServerless(client))) return settings;
  const accepted = omit(settings, OWN_SETTINGS);
  return Object.keys(accepted).length === 0 ? undefined : accepted;
}

async function isServerless(client: Client): Promise<boolean> {
  try {
    const { version } = await client.info();
    return version.build_flavor === 'serverless';
  } catch (error) {
    // Not every login may ask that, and not every build answers it; Serverless does.
    if (error instanceof errors.ResponseError) return false;
    throw error;
  }
}
