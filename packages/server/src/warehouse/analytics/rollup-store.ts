import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'

/** A rollup of days: its columns with the SQL types of their incoming values. */
export interface RollupTable {
  readonly table: string
  /** The columns after org_id, `day` among them. */
  readonly keys: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, string>>
}

const COUNT_COLUMNS = {
  ...{ planned: 'integer', remote: 'integer', away: 'integer', confirmed: 'integer', no_show: 'integer' },
  ...{ unconfirmed: 'integer', walk_in: 'integer', booked: 'integer', elsewhere: 'integer', released: 'integer' },
}
export const LOCATION_ROLLUPS: RollupTable = {
  table: 'location_rollups',
  keys: { location_id: 'uuid', day: 'date' },
  values: {
    ...COUNT_COLUMNS,
    people_by_hour: 'integer[]',
    spaces_by_hour: 'integer[]',
    visitors_by_hour: 'integer[]',
    capacity: 'integer',
  },
}
export const GROUP_ROLLUPS: RollupTable = {
  table: 'group_rollups',
  keys: { day: 'date', location_id: 'uuid', group_id: 'uuid' },
  values: { ...COUNT_COLUMNS, people_by_hour: 'integer[]' },
}
export const ZONE_ROLLUPS: RollupTable = {
  table: 'zone_rollups',
  keys: { day: 'date', location_id: 'uuid', zone_id: 'uuid' },
  values: { booked: 'integer', used: 'integer' },
}

const names = (columns: Readonly<Record<string, string>>) => Object.keys(columns).map((name) => sql.ref(name))

/** Passes rows as columns: an array of arrays would be flattened, so they are passed as text. */
const columnsOf = (columns: Readonly<Record<string, string>>, rows: readonly (readonly unknown[])[]): RawBuilder<unknown> =>
  sql.join(
    Object.values(columns).map((type, index) => {
      const literal = arrayLiteral(rows.map((row) => (Array.isArray(row[index]) ? arrayLiteral(row[index]) : row[index])))
      return sql`${literal}::${sql.raw(type.endsWith('[]') ? 'text' : type)}[]`
    }),
  )

/** Replaces all rows of the days with these rows; a row that is already correct is not written. */
export const replaceDays = async (
  trx: Db,
  orgId: string,
  { table, keys, values }: RollupTable,
  { firstDay, lastDay }: { readonly firstDay: string; readonly lastDay: string },
  rows: readonly (readonly unknown[])[],
): Promise<void> => {
  const columns = { ...keys, ...values }
  const isSame = sql.join(
    names(keys).map((name) => sql`f.${name} = t.${name}`),
    sql` and `,
  )
  const typed = Object.entries(columns).map(([name, type]) => sql`${sql.ref(`f.${name}`)}::${sql.raw(type)}`)
  const compared = (row: string) => sql.join(Object.keys(values).map((name) => sql.ref(`${row}.${name}`)))
  await sql`
    with fresh as (
      select *
      from unnest(${columnsOf(columns, rows)}) as f (${sql.join(names(columns))})
    ),
    gone as (
      delete from ${sql.table(table)} t
      where t.org_id = ${orgId} and t.day between ${firstDay} and ${lastDay}
        and not exists (select from fresh f where ${isSame})
    )
    insert into ${sql.table(table)} as t (org_id, ${sql.join(names(columns))})
    select ${orgId}, ${sql.join(typed)}
    from fresh f
    on conflict (org_id, ${sql.join(names(keys))}) do update
    set ${sql.join(Object.keys(values).map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
    where (${compared('t')}) is distinct from (${compared('excluded')})
  `.execute(trx)
}

interface StoredSpaces {
  readonly day: string
  readonly locationId: string
  readonly spacesByHour: readonly number[]
}

/** The spaces that were occupied on these days, by hour, as they were last counted. */
export const listStoredSpaces = async (
  db: Db,
  orgId: string,
  { firstDay, lastDay }: { readonly firstDay: string; readonly lastDay: string },
): Promise<StoredSpaces[]> => {
  const { rows } = await sql<StoredSpaces>`
    select day, location_id as "locationId", spaces_by_hour as "spacesByHour"
    from location_rollups
    where org_id = ${orgId} and day between ${firstDay} and ${lastDay} and spaces_by_hour is not null
  `.execute(db)
  return rows
}
