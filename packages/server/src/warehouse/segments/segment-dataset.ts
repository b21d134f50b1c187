import { columnsOf, ENDPOINTS, type SegmentDataset } from '@rollcall/contract'
import type pg from 'pg'
import type { ChangeTopic } from '../../intake/day-changes/day-changes.ts'
import { PRESENCE_ROWS } from '../../intake/presence/presence-rows.ts'
import { queryShape } from '../../platform/sql/query-shape.ts'
import { ATTENDANCE_ROWS } from '../attendance/attendance-rows.ts'

/** Stands for the location of rows that belong to none. */
export const NO_LOCATION_ID = '00000000-0000-0000-0000-000000000000'

/** What the rows of a dataset are made of. */
export interface MadeOf {
  /** Whose changes of a day change its rows. */
  readonly topics: readonly ChangeTopic[]
  /** Directory tables that a row shows names of. */
  readonly tables: readonly string[]
  /** Whether rows change when a day is over. */
  readonly turnsWithTime: boolean
  /** Whether there are rows without a location. */
  readonly hasNone: boolean
}

const MADE_OF: Readonly<Record<SegmentDataset, MadeOf>> = {
  'user-booking-attendance': {
    topics: ['plans', 'presence', 'directory'],
    tables: ['users', 'groups', 'locations', 'levels', 'zones', 'places'],
    turnsWithTime: true,
    hasNone: true,
  },
  presence: {
    topics: ['presence', 'directory'],
    tables: ['users', 'locations', 'levels', 'zones', 'places', 'spaces'],
    turnsWithTime: false,
    hasNone: false,
  },
}

export const madeOf = (dataset: SegmentDataset): MadeOf => MADE_OF[dataset]

const STATEMENTS = {
  'user-booking-attendance': [ENDPOINTS.readAttendance.response, ATTENDANCE_ROWS],
  presence: [ENDPOINTS.readPresence.response, PRESENCE_ROWS],
} as const

/**
 * A short name of the shape of a dataset's rows: its columns in the contract, its SQL, and the functions that this uses. Rows of another
 * shape are those of another version, and the next refresh publishes them again (`markReshapedDays`).
 */
export const segmentShape = (pool: pg.Pool, dataset: SegmentDataset): Promise<string> => {
  const [row, statement] = STATEMENTS[dataset]
  return queryShape(pool, [JSON.stringify(columnsOf(row)), ...Object.values(statement)])
}
