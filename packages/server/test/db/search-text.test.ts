import { readFile } from 'node:fs/promises'
import { searchText } from '@rollcall/contract'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFoundBy } from '../../src/directory/people/user-table.ts'
import { DATABASE_FOLDER } from '../../src/platform/db/model-files.ts'
import { beginsWith, equalsInAnyCase } from '../../src/platform/sql/search-text.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.[Symbol.asyncDispose]())

const readFiles = (...names: string[]) =>
  Promise.all(names.map((name) => readFile(new URL(`model/${name}.sql`, DATABASE_FOLDER), 'utf8')))
const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Every letter that can be stored. */
const LETTERS = sql`(
  select chr(code) as letter from generate_series(1, ${0x2ffff}::int) code where code not between ${0xd800} and ${0xdfff}
) letters`

test('the expression of each index for searches is the body of the function, without which it would not be used', async () => {
  const [file = '', ...tables] = await readFiles('functions/search_text', 'tables/users', 'tables/groups', 'tables/places')
  const body = inOneLine(/^return (.*);$/ms.exec(file)?.[1] ?? '')
  const found = [
    ...tables.join('\n').matchAll(/create index \w+_search_(\w+) on \w+ \(org_id, \((.*?)\n\) text_pattern_ops\);/gs),
  ]
  expect(found.map(([, column]) => column)).toEqual(['user_name', 'first_name', 'last_name', 'name', 'name'])
  for (const [, column = '', text = ''] of found) expect(inOneLine(text)).toBe(body.replaceAll('given', column))
})

test('a search reads its indexes, however common the letters are with which other names begin', async () => {
  const orgId = '00000000-0000-4000-8000-000000000001'
  const { db, pool } = database
  await pool.query(`insert into organizations (id, name) values ($1, 'Acme')`, [orgId])
  await pool.query(
    `insert into users (org_id, id, user_name, email, first_name, last_name)
     select $1, gen_random_uuid(), md5('u' || i), md5('e' || i), md5('f' || i), case when i % 5 = 0 then 'é' else '' end || md5('l' || i)
     from generate_series(1, 20000) i`,
    [orgId],
  )
  await pool.query('vacuum analyze users')
  const planOf = async (condition: RawBuilder<unknown>) => {
    const statement = sql<{ 'QUERY PLAN': string }>`
      explain select e.user_name from users e where e.org_id = ${orgId} and ${condition} order by e.user_name limit 101`
    return (await statement.execute(db)).rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const indexesIn = (plan: string) => [...new Set(plan.match(/users_\w+/g))].sort()
  const names = ['users_search_first_name', 'users_search_last_name', 'users_search_user_name']
  for (const search of ['éramir', 'eramir', 'maria ramir', '100%_']) {
    const plan = await planOf(isFoundBy(search))
    expect(plan).not.toContain('Seq Scan')
    expect(indexesIn(plan), search).toEqual(['users_search_email', ...names].sort())
  }
  for (const column of ['user_name', 'first_name', 'last_name']) {
    const plan = await planOf(equalsInAnyCase(sql.ref(`e.${column}`), sql`${'Ramírez'}::text`))
    expect(indexesIn(plan)).toEqual([`users_search_${column}`])
  }
  const { rows } = await sql<{ found: boolean }>`select ${beginsWith(sql`'É％x'::text`, 'e％')} as found`.execute(db)
  expect(rows).toEqual([{ found: true }])
})

test('texts that differ by letter case only are found by their search text', async () => {
  const { rows } = await sql`
    select min(letter) as one, max(letter) as other
    from ${LETTERS}
    group by lower(letter)
    having count(distinct search_text(letter)) > 1`.execute(database.db)
  expect(rows).toEqual([])
})

test('the browser reads the letters of European names as the database does', async () => {
  const { rows } = await sql<{ letter: string; text: string }>`
    select letter, search_text('x' || letter || 'X') as text
    from ${LETTERS}
    where ascii(letter) < ${0x530} or ascii(letter) between ${0x1e00} and ${0x1fff}`.execute(database.db)
  expect(rows.length).toBeGreaterThan(1800)
  const other = rows.filter(({ letter, text }) => searchText(`x${letter}X`) !== text)
  expect(other).toEqual([])
  expect(rows.find(({ letter }) => letter === 'Ş')?.text).toBe('xsx')
})
