import { columnsOf, ENDPOINTS, type SegmentDataset } from '@rollcall/contract'
import type pg from 'pg'
import { PRESENCE_ROWS } from '../../intake/presence/presence-rows.ts'
import { queryShape } from '../../platform/sql/query-shape.ts'
import { ATTENDANCE_ROWS } from '../attendance/attendance-rows.ts'

const MADE_BY = {
  'user-booking-attendance': [ENDPOINTS.readAttendance.response, ATTENDANCE_ROWS],
  presence: [ENDPOINTS.readPresence.response, PRESENCE_ROWS],
} as const

/**
 * A short name of the shape of a dataset's rows: its columns in the contract, its SQL, and the functions that this uses. Rows of another
 * shape are those of another version, and the next refresh publishes them again (`markReshapedDays`).
 */
export const segmentShape = (pool: pg.Pool, dataset: SegmentDataset): Promise<string> => {
  const [row, statement] = MADE_BY[dataset]
  return queryShape(pool, [JSON.stringify(columnsOf(row)), ...Object.values(statement)])
}
