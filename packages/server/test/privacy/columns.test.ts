import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Fate, fatesOf, PERSONAL_TABLES } from '../../src/operations/privacy/personal-columns.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.[Symbol.asyncDispose]())

/** Columns of every table that belongs to organizations; partitions have those of their table. */
const storedColumns = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(`
    with tenant as (
      select c.oid, c.relname
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and (
          c.relname = 'organizations'
          or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped)
        )
    )
    select t.relname || '.' || a.attname as name
    from tenant t
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    order by name`)
  return rows.map(({ name }) => name)
}

it('what becomes of every column of every tenant table when a person is erased is written down', async () => {
  const listed = Object.entries(PERSONAL_TABLES).flatMap(([table, columns]) =>
    [...fatesOf(columns).keys()].map((column) => `${table}.${column}`),
  )
  const stored = await storedColumns()
  expect(new Set(stored).size).toBeGreaterThan(300)
  const unlisted = stored.filter((name) => !listed.includes(name))
  expect(unlisted, 'add these to packages/server/src/operations/privacy/tables-*.ts').toEqual([])
  expect(listed.filter((name) => !stored.includes(name))).toEqual([])
  expect(listed.length).toBe(new Set(listed).size)
})

/** Tables of the service itself, which belong to no organization and hold no personal data. */
const OF_THE_SERVICE = [
  'cell_identity',
  'cells',
  'feed_timelines',
  'migrations',
  'model_objects',
  'sealing_check',
  'service_versions',
  'signing_keys',
]

it('every table belongs to an organization or is listed as holding no personal data', async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select c.relname as name
    from pg_class c
    where c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace)
      and c.relkind in ('r', 'p', 'm', 'f') and not c.relispartition`)
  const listed = [...Object.keys(PERSONAL_TABLES), ...OF_THE_SERVICE]
  const hint = 'give these org_id and list them in packages/server/src/operations/privacy/tables-*.ts, or name them here'
  expect(
    rows.map(({ name }) => name).filter((name) => !listed.includes(name)),
    hint,
  ).toEqual([])
  expect(listed.filter((name) => !rows.some((row) => row.name === name))).toEqual([])
})

it('every column that refers to a user is known as such', async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select c.relname || '.' || a.attname as name
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[2]
    where k.contype = 'f' and k.confrelid in ('users'::regclass, 'user_accounts'::regclass) and not c.relispartition
    order by name`)
  expect(rows.length).toBeGreaterThan(10)
  for (const { name } of rows) {
    const [table = '', column = ''] = name.split('.')
    const fate = PERSONAL_TABLES[table] && fatesOf(PERSONAL_TABLES[table]).get(column)
    expect(fate, name).toMatch(/^(kept, an id alone|removed|removed with its row)$/)
  }
})

const LISTED: readonly Fate[] = ['removed with its row', 'removed', 'pseudonymized', 'kept, an id alone', 'published again']

it('is listed in the guide for operators', async () => {
  const guide = await readFile(new URL('../../../../docs/operators/privacy.md', import.meta.url), 'utf8')
  const rows = Object.entries(PERSONAL_TABLES).flatMap(([table, columns]) => {
    const fates = fatesOf(columns)
    const of = (fate: Fate) => [...fates].flatMap(([column, each]) => (each === fate ? [`\`${column}\``] : []))
    const cells = LISTED.map((fate) => (fate === 'removed with its row' && of(fate).length > 0 ? 'all' : of(fate).join(', ')))
    return cells.some((cell) => cell !== '') ? [`| \`${table}\` | ${cells.join(' | ')} |`] : []
  })
  const list = [`| Table | ${LISTED.join(' | ')} |`, `|${'---|'.repeat(LISTED.length + 1)}`, ...rows].join('\n')
  expect(guide.slice(guide.indexOf('| Table |')).trimEnd()).toBe(list)
})
