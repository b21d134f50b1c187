import type { AttendanceRow } from '@rollcall/contract'
import { sql } from 'kysely'
import { assertUser } from '../../directory/people/find-user.ts'
import type { DateRange } from '../../gate/parameters/date-range.ts'
import type { Db } from '../../platform/db/database.ts'
import { bindLiterals } from '../../platform/sql/copy-out.ts'
import { ATTENDANCE_ROWS } from '../attendance/attendance-rows.ts'

/**
 * Returns the rows of one user as the warehouse would compute them now, sorted by day. The attendance statement takes literals,
 * so all values are validated.
 * @throws AppError entity_not_found
 */
export const listUserAttendance = async (
  db: Db,
  orgId: string,
  userId: string,
  { firstDay, lastDay }: DateRange,
): Promise<AttendanceRow[]> => {
  await assertUser(db, orgId, userId)
  const { columns, from } = ATTENDANCE_ROWS
  const statement = `select ${columns} from ${from} where a.user_id = $user order by a.day`
  const values = { org: orgId, user: userId, firstDay, lastDay, moment: new Date().toISOString() }
  const { rows } = await sql.raw<AttendanceRow>(bindLiterals(statement, values)).execute(db)
  return rows
}
