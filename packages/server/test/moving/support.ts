import type pg from 'pg'
import type { Route } from '../../src/operations/moving/catch-up.ts'
import type { Cells } from '../../src/operations/moving/cells.ts'
import { listTenantTables, type TenantTable } from '../../src/operations/moving/tenant-tables.ts'
import type { Db } from '../../src/platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { openCompanyOfMany } from '../db/company-of-many.ts'

/** Values of columns that are checked in other ways than by a list. */
const VALUES: Readonly<Record<string, string>> = {
  'attendance_policies.days': 'null',
  'attendance_policies.weekdays': 'null',
  'api_keys.auth_methods': `'{basic}'`,
  'api_keys.secret_sealed': 'null',
  'kiosk_screens.secret_hash': 'uuid_send(gen_random_uuid())',
  'level_floor_plans.image': `'\\x0102'`,
  'locations.presence_until': 'null',
  'sessions.token_hash': 'uuid_send(gen_random_uuid())',
  'users.user_name': `'filled'`,
  'zones.kind': `'individual'`,
  'workplace_events.ends_at': `now() + interval '1 hour'`,
  'time_off_events.end_date': `current_date + 3`,
  'groups.parent_id': 'null',
  'desk_history.valid_to': `current_date + 3`,
  'group_member_history.valid_to': `current_date + 3`,
  'level_history.valid_to': `current_date + 3`,
  'location_history.valid_to': `current_date + 3`,
  'zone_history.valid_to': `current_date + 3`,
}

const BY_TYPE: readonly (readonly [pattern: RegExp, value: string])[] = [
  [/^uuid\[\]$/, `array['9b0f8f0e-0000-4000-8000-000000000001'::uuid]`],
  [/\[\]$/, `'{}'`],
  [/^uuid$/, 'gen_random_uuid()'],
  [/^date$/, 'current_date'],
  [/^timestamp/, `'2026-03-01T12:00:00.123456Z'`],
  [/^(integer|bigint|smallint)$/, '7'],
  [/^double precision$/, '0.1'],
  [/^boolean$/, 'true'],
  [/^jsonb$/, `'{"é": [1, null, "\\u20ac"]}'`],
  [/^bytea$/, `'\\x00ff'`],
  [/^changed_by$/, `'administrator'`],
  [/^text$/, `'Ünï "text"'`],
]

const CHOICES = `
  select c.relname || '.' || a.attname as column, substring(pg_get_constraintdef(k.oid) from $$'([^']+)'::text$$) as choice
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
  where k.contype = 'c' and cardinality(k.conkey) = 1 and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%'`

/** Inserts a row of the organization into each table that has none, without triggers and foreign keys. */
export const fillTables = async (pool: pg.Pool, tables: readonly TenantTable[], orgId: string): Promise<void> => {
  const { rows } = await pool.query<{ column: string; choice: string }>(CHOICES)
  const choices = new Map(rows.map(({ column, choice }) => [column, `'${choice}'`]))
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query('select ensure_event_partitions(current_date)')
    for (const { name, org, columns } of tables) {
      if (name === 'organizations') continue
      const values = columns.map(({ name: column, type }) => {
        if (column === org) return `'${orgId}'`
        const place = `${name}.${column}`
        return VALUES[place] ?? choices.get(place) ?? BY_TYPE.find(([pattern]) => pattern.test(type))?.[1]
      })
      await client.query(
        `insert into ${name} (${columns.map((column) => column.name).join(', ')}) overriding system value
         select ${values.join(', ')} where not exists (select from ${name} where ${org} = '${orgId}')`,
      )
    }
  } finally {
    client.release(true)
  }
}

export interface TwoDatabases extends AsyncDisposable {
  readonly source: TestDatabase
  readonly target: TestDatabase
  readonly route: Route
  readonly company: Awaited<ReturnType<typeof openCompanyOfMany>>
  /** An organization that stays. */
  readonly other: Awaited<ReturnType<typeof openCompanyOfMany>>
}

/** Two databases: the first one has an organization with rows in every table, and another one. */
export const openTwoDatabases = async (serverUrl?: string, otherServerUrl = serverUrl): Promise<TwoDatabases> => {
  await using stack = new AsyncDisposableStack()
  const source = stack.use(await createTestDatabase(serverUrl))
  const target = stack.use(await createTestDatabase(otherServerUrl))
  const tables = await listTenantTables(source.pool)
  const company = await openCompanyOfMany(source)
  const other = await openCompanyOfMany(source)
  await company.grow(1, 40)
  await other.grow(41, 60)
  await fillTables(source.pool, tables, company.orgId)
  const running = stack.move()
  const route = {
    source: source.pool,
    sourceDb: source.db,
    target: target.pool,
    targetDb: target.db,
    tables,
    orgId: company.orgId,
  }
  return { source, target, route, company, other, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

export interface TwoCells extends TwoDatabases {
  /** The control database, which is the cell `main`. */
  readonly control: Db
  readonly cells: Cells
}

/** The same two databases as the cells `main` and `two` of a service. */
export const openTwoCells = async (): Promise<TwoCells> => {
  const databases = await openTwoDatabases()
  const { source, target } = databases
  await source.pool.query(`insert into cells (name, url_sealed) values ('two', '\\x00')`)
  const cells: Cells = {
    control: source.db,
    names: ['main', 'two'],
    open: async (name) => (name === 'main' ? source : target),
  }
  return { ...databases, control: source.db, cells }
}

/** The rows of the organization, by table, as text. */
export const contentOf = async (pool: pg.Pool, { tables, orgId }: Pick<Route, 'tables' | 'orgId'>) => {
  const content: Record<string, string[]> = {}
  for (const { name, org, columns } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `select (to_jsonb(t))::text as row from (select ${columns.map((column) => column.name).join(', ')} from ${name} where ${org} = $1) t order by 1`,
      [orgId],
    )
    content[name] = rows.map(({ row }) => row)
  }
  return content
}

/** Stores presence events of users of the company on a day. */
export const see = async (pool: pg.Pool, orgId: string, day: string, first: number, last: number) => {
  await pool.query('select ensure_event_partitions($1)', [day])
  await pool.query(
    `insert into presence_events (org_id, utc_day, source_no, event_id, occurred_at, local_day, user_id, location_id, node_type, node_id)
     select $1, $2, 1, 'event ' || n, $2::date + interval '9 hours', $2, md5('user ' || n)::uuid, md5('location ' || n)::uuid, 'location',
       md5('location ' || n)::uuid
     from generate_series($3::int, $4::int) n`,
    [orgId, day, first, last],
  )
}
