/** All resources that can be ingested, in the order of a run of all. */
export const RESOURCE_NAMES = ['countries', 'cities', 'lands', 'places', 'markers'] as const;

export type ResourceName = (typeof RESOURCE_NAMES)[number];

/** Resources that are made from others. */
export const MADE_FROM: Readonly<Partial<Record<ResourceName, ResourceName>>> = {
  lands: 'cities',
  markers: 'places',
};
