import { columnsOf, ENDPOINTS, SEGMENT_DATASETS, type SegmentDataset } from '@rollcall/contract'
import type pg from 'pg'
import type { TSchema } from 'typebox'
import type { ChangeTopic } from '../../intake/day-changes/day-changes.ts'
import { PRESENCE_ROWS } from '../../intake/presence/presence-rows.ts'
import { queryShape } from '../../platform/sql/query-shape.ts'
import { ATTENDANCE_ROWS } from '../attendance/attendance-rows.ts'
import { DAILY, type DailyDataset, dailyColumns, rowOf } from '../daily/daily-datasets.ts'

/** The location id of rows without a location. */
export const NO_LOCATION_ID = '00000000-0000-0000-0000-000000000000'

/** The inputs of a dataset's rows. */
export interface SegmentInputs {
  /** The topics whose changes of a day change its rows. */
  readonly topics: readonly ChangeTopic[]
  /** The directory tables whose names a row shows. */
  readonly tables: readonly string[]
  /** Whether rows change when a day ends. */
  readonly changesWhenDayEnds: boolean
  /** Whether rows may have no location. */
  readonly allowsNoLocation: boolean
  /** If rows belong to Sundays: how many days before them change their rows. */
  readonly daysBack?: number | undefined
}

const daily = (dataset: DailyDataset): SegmentInputs => ({
  ...{ topics: DAILY[dataset].topics, tables: DAILY[dataset].tables, changesWhenDayEnds: true },
  ...{ allowsNoLocation: DAILY[dataset].allowsNoLocation ?? false, daysBack: DAILY[dataset].daysBack },
})

const SEGMENT_INPUTS: Readonly<Record<SegmentDataset, SegmentInputs>> = {
  'user-booking-attendance': {
    topics: ['plans', 'presence', 'directory'],
    tables: ['users', 'groups', 'locations', 'levels', 'zones', 'places'],
    changesWhenDayEnds: true,
    allowsNoLocation: true,
  },
  presence: {
    topics: ['presence', 'directory'],
    tables: ['users', 'locations', 'levels', 'zones', 'places', 'spaces'],
    changesWhenDayEnds: false,
    allowsNoLocation: false,
  },
  headcount: daily('headcount'),
  occupancy: daily('occupancy'),
  visits: daily('visits'),
  'policy-weeks': daily('policy-weeks'),
}

export const segmentInputs = (dataset: SegmentDataset): SegmentInputs => SEGMENT_INPUTS[dataset]

/** Everything that changes the rows of any dataset. */
export const SEGMENT_TOPICS: readonly ChangeTopic[] = [
  ...new Set(SEGMENT_DATASETS.flatMap((each) => SEGMENT_INPUTS[each].topics)),
]
export const SEGMENT_TABLES: readonly string[] = [...new Set(SEGMENT_DATASETS.flatMap((each) => SEGMENT_INPUTS[each].tables))]

const dailyStatement = (dataset: DailyDataset) => {
  const { rows, order } = DAILY[dataset]
  return [rowOf(dataset), { rows, order, columns: dailyColumns(dataset) }] as const
}

const STATEMENTS: Readonly<Record<SegmentDataset, readonly [TSchema, Readonly<Record<string, string>>]>> = {
  'user-booking-attendance': [ENDPOINTS.readAttendance.response, ATTENDANCE_ROWS],
  presence: [ENDPOINTS.readPresence.response, PRESENCE_ROWS],
  headcount: dailyStatement('headcount'),
  occupancy: dailyStatement('occupancy'),
  visits: dailyStatement('visits'),
  'policy-weeks': dailyStatement('policy-weeks'),
}

/** The row of a dataset as its endpoint returns it. */
export const segmentRow = (dataset: SegmentDataset): TSchema => STATEMENTS[dataset][0]

/**
 * A short hash of the shape of a dataset's rows: its columns in the contract, its SQL, and the functions that the SQL uses. Rows
 * of another shape come from another version, and the next refresh publishes them again (`markReshapedDays`).
 */
export const segmentShape = (pool: pg.Pool, dataset: SegmentDataset): Promise<string> => {
  const [row, statement] = STATEMENTS[dataset]
  return queryShape(pool, [JSON.stringify(columnsOf(row)), ...Object.values(statement)])
}
