import type { estypes } from '@elastic/elasticsearch';

type Properties = estypes.MappingTypeMapping['properties'];

/** Lists the fields that a live index lacks, or has with another type, or does not index. */
export function unfitFields(wanted: Properties, live: Properties = {}, parent = ''): string[] {
  return Object.entries(wanted ?? {}).flatMap(([name, field]) => {
    const path = `${parent}${name}`;
    const found = live[name];
    // Elasticsearch leaves out the type of an object.
    if (found === undefined || (found.type ?? 'object') !== (field.type ?? 'object')) return [path];
    if (isIndexed(field) && !isIndexed(found)) return [path];
    return unfitFields(propertiesOf(field), propertiesOf(found), `${path}.`);
  });
}

function isIndexed(field: estypes.MappingProperty): boolean {
  return !('index' in field) || field.index;
}

function propertiesOf(field: estypes.MappingProperty): Properties {
  return 'properties' in field ? field.properties : undefined;
}
