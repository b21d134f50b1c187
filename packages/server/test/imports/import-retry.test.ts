import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { importDirectory } from '../../src/operations/imports/import-service.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { newOrganization } from './import-factory.ts'

/** Makes so many imports of groups end in a deadlock; sequences count on where transactions are rolled back. */
const breakImports = async ({ db }: TestDatabase, times: number) => {
  await sql`create sequence attempts`.execute(db)
  await sql`
    create function break_import() returns trigger language plpgsql as $$
    begin
      if nextval('attempts') <= ${sql.lit(times)} then
        raise 'deadlock' using errcode = '40P01';
      end if;
      return null;
    end
    $$`.execute(db)
  await sql`create trigger break_import after insert on groups for each statement execute function break_import()`.execute(db)
}
const file = { groups: [{ name: 'All', type: 'team' }] }

test('an import that PostgreSQL ends to break a deadlock starts again, five times', async () => {
  await using database = await createTestDatabase()
  await breakImports(database, 5)
  const { changes } = await importDirectory(database.db, await newOrganization(database.db), file)
  expect(changes.groups.created).toBe(1)
})

test('an import that always ends in a deadlock fails, and nothing is changed', async () => {
  await using database = await createTestDatabase()
  await breakImports(database, 6)
  const { db } = database
  await expect(importDirectory(db, await newOrganization(db), file)).rejects.toMatchObject({ code: '40P01' })
  expect(await db.selectFrom('groups').selectAll().execute()).toEqual([])
})

test('a large import leaves statistics of what it wrote, a dry run and a small one do not', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  const orgId = await newOrganization(db)
  // PostgreSQL makes statistics by itself once a minute.
  for (const table of ['users', 'groups', 'group_members'])
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(db)
  const analyzed = async () => {
    const { rows } = await sql<{ tablename: string }>`
      select distinct tablename from pg_stats where tablename in ('users', 'groups', 'group_members')`.execute(db)
    return rows.map(({ tablename }) => tablename)
  }
  const users = Array.from({ length: 10_000 }, (_, index) => ({ userName: `user-${index}` }))
  const groups = [{ name: 'All', type: 'team' }]
  await importDirectory(db, orgId, { users: users.slice(1), groups }, { dryRun: true })
  await importDirectory(db, orgId, { groups })
  expect(await analyzed()).toEqual([])
  await importDirectory(db, orgId, { users })
  expect(await analyzed()).toEqual(['users'])
})
