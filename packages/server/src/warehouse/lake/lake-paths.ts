import { NO_LOCATION, type SegmentDataset } from '@rollcall/contract'
import { NO_LOCATION_ID } from '../segments/segment-dataset.ts'

export interface SegmentPlace {
  readonly dataset: SegmentDataset
  readonly day: string
  readonly locationId: string
}

/**
 * The partition columns in every path, in Hive notation. No dataset may have a column of the same name, because a reader would
 * get both.
 */
export const PARTITIONS = ['dataset', 'org', 'local_day', 'location'] as const

/** Returns the path of a segment within the lake, with its directories in the order of PARTITIONS. */
export const segmentPath = (orgId: string, { dataset, day, locationId }: SegmentPlace): string => {
  const values = [dataset, orgId, day, locationId === NO_LOCATION_ID ? NO_LOCATION : locationId]
  return [...PARTITIONS.map((name, index) => `${name}=${values[index]}`), 'rows.parquet'].join('/')
}

/** Returns the folder that contains all segments of a dataset. */
export const segmentFolder = (orgId: string, dataset: SegmentDataset): string => `dataset=${dataset}/org=${orgId}/`

/** Pads positions to their maximum number of digits, so that file names sort by position. */
const DIGITS = 16

export const manifestFolder = (orgId: string): string => `_manifests/org=${orgId}/`

export const manifestPath = (orgId: string, position: number): string =>
  `${manifestFolder(orgId)}${String(position).padStart(DIGITS, '0')}.json`
