import { publishedFields, snakeCase, USER_FIELDS } from '@rollcall/contract'
import { ATTENDANCE, FUTURE_TABLE } from '../../datasets/datasets.ts'
import { quoted } from './sql.ts'

/** Bookings with the names of their users. */
export interface View {
  readonly name: string
  readonly of: string
}

export const VIEWS: readonly View[] = [
  { name: 'bookings_with_users', of: ATTENDANCE.table },
  { name: 'future_bookings_with_users', of: FUTURE_TABLE },
]

/** Columns of the user that a view adds. Group and location of the day are already in the row. */
const OF_USER = ['user_name', ...Object.keys(publishedFields(USER_FIELDS)).map(snakeCase), 'status', 'onboarded']
const OF_BOOKING = ATTENDANCE.columns.map(({ name }) => name)

/**
 * The statement that creates a view or adds missing columns. Columns are listed explicitly, because after a new column views with
 * `*` break in DuckDB and stay outdated in PostgreSQL. New columns come last, as PostgreSQL requires. A view that a user has
 * changed stays unchanged.
 */
export const viewStatement = (
  { name, of }: View,
  existing: readonly string[],
  tableName: (table: string) => string,
): string | undefined => {
  const wanted = [...OF_BOOKING, ...OF_USER]
  const missing = wanted.filter((column) => !existing.includes(column))
  if (missing.length === 0 || existing.some((column) => !wanted.includes(column))) return undefined
  const columns = [...existing, ...missing].map((column) => `${OF_BOOKING.includes(column) ? 'b' : 'u'}.${quoted(column)}`)
  return `
    create or replace view ${tableName(name)} as
    select ${columns.join(', ')}
    from ${tableName(of)} as b
    left join ${tableName('users')} as u on u.user_id = b.user_id`
}
