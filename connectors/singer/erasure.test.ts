import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../packages/server/src/testing/test-database.ts'
import { type Bench, openBench } from '../../packages/server/test/attendance/support.ts'
import { AFTERWARDS, leaveTraces, MARK, type MarkedOffice, openMarkedOffice } from '../../packages/server/test/privacy/support.ts'
import { openReader, publish } from '../../packages/server/test/warehouse/support.ts'
import { lastState, type Message, parseMessages, recordsOf, runTap } from './support.ts'
import { writeToTarget } from './upserting-target.ts'

const START = '2026-03-01'
const DELETE_STALE_ROWS = new URL('delete-stale-rows.sql', import.meta.url)

let bench: Bench
let office: MarkedOffice
let target: TestDatabase

beforeAll(async () => {
  bench = await openBench()
  office = await openMarkedOffice(bench)
  await leaveTraces(office)
  await publish(office, { moment: AFTERWARDS })
  target = await createTestDatabase(undefined, 'template1')
})
afterAll(async () => {
  await target?.[Symbol.asyncDispose]()
  await bench?.[Symbol.asyncDispose]()
})

const sync = async (state?: unknown): Promise<Message[]> => {
  const { id, secret } = office.organization.keys['data-warehouse']
  const config = { base_url: bench.service.baseUrl, key_id: id, key_secret: secret, start_date: START, look_back_days: 1 }
  const { code, stdout, stderr } = await runTap({ config, ...(state === undefined ? {} : { state }) })
  expect([code, stderr]).toEqual([0, ''])
  return parseMessages(stdout)
}

test('after an erasure, a sync and the shipped statement, a target that upserts names the person nowhere', async () => {
  const first = await sync()
  await writeToTarget(target.pool, first)
  expect(await tablesThatName(MARK)).toEqual(expect.arrayContaining(['events', 'presence', 'user_change_log', 'users']))

  await office.call('POST', `/api/users/${office.userId}/erasure`, { reason: 'Request 4711', confirm: office.email })
  await publish(office, { moment: AFTERWARDS })
  const second = await sync(lastState(first))
  await writeToTarget(target.pool, second)
  expect(await tablesThatName(MARK)).toEqual(['presence', 'visits'])
  await target.pool.query(await readFile(DELETE_STALE_ROWS, 'utf8'))
  expect(await tablesThatName(MARK)).toEqual([])

  const reader = openReader(bench, office.organization)
  const range = `startDate=${START}&endDate=2026-03-20`
  expect(await countOf('presence')).toBe((await reader.presence(range)).length)
  expect(await countOf('visits')).toBe(JSON.parse((await reader.read('visits', range)).text).length)
  expect(await countOf('user_booking_attendance')).toBe((await reader.attendance(range)).length)

  // All days are read again once, and from then on the look-back alone.
  const third = await sync(lastState(second))
  expect(recordsOf(second, 'events')).toHaveLength(3)
  expect(recordsOf(third, 'events')).toEqual([])
})

const countOf = async (table: string): Promise<number> =>
  Number((await target.pool.query(`select count(*) from ${table}`)).rows[0].count)

const tablesThatName = async (text: string): Promise<string[]> => {
  const { rows } = await target.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await target.pool.query(`select from ${name} t where lower(t::text) like '%' || $1 || '%' limit 1`, [
      text,
    ])
    if (rowCount) found.push(name)
  }
  return found
}
