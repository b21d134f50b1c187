import { NO_LOCATION, type SegmentDataset } from '@rollcall/contract'
import { NO_LOCATION_ID } from '../segments/segment-dataset.ts'

export interface SegmentPlace {
  readonly dataset: SegmentDataset
  readonly day: string
  readonly locationId: string
}

/** Parts of every path, as Hive names partitions. No dataset may have a column of such a name: a reader gets both. */
export const PARTITIONS = ['dataset', 'org', 'local_day', 'location'] as const

/** Where a segment lies below the lake, with the steps of the path in the order of PARTITIONS. */
export const segmentPath = (orgId: string, { dataset, day, locationId }: SegmentPlace): string => {
  const values = [dataset, orgId, day, locationId === NO_LOCATION_ID ? NO_LOCATION : locationId]
  return [...PARTITIONS.map((name, index) => `${name}=${values[index]}`), 'rows.parquet'].join('/')
}

/** Where all segments of a dataset lie. */
export const segmentFolder = (orgId: string, dataset: SegmentDataset): string => `dataset=${dataset}/org=${orgId}/`

/** As many digits as a position can have, so that names are in the order of positions. */
const DIGITS = 16

export const manifestFolder = (orgId: string): string => `_manifests/org=${orgId}/`

export const manifestPath = (orgId: string, position: number): string =>
  `${manifestFolder(orgId)}${String(position).padStart(DIGITS, '0')}.json`
