import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../src/testing/test-service.ts'
import { until } from '../http/support/credentials.ts'
import { addBuilding, type Organization, setUp } from '../places/support.ts'

const STATEMENT_MS = 2_000

let service: TestService
beforeAll(async () => {
  service = await startTestService({ statementMs: STATEMENT_MS })
})
afterAll(() => service[Symbol.asyncDispose]())

/** Makes the change while a row that it writes is locked for longer than a statement of a request may take, and returns its status. */
const afterLongWait = async (lock: string, id: string, change: () => ReturnType<Organization['call']>): Promise<number> => {
  const { pool } = service.database
  const other = await pool.connect()
  try {
    await other.query('begin')
    await other.query(lock, [id])
    let isAnswered = false
    const answer = change().finally(() => {
      isAnswered = true
    })
    const hasWaited = async () => {
      const { rows } = await pool.query(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and clock_timestamp() - query_start > make_interval(secs => $1)`,
        [(1.5 * STATEMENT_MS) / 1000],
      )
      return isAnswered || rows.length > 0
    }
    await until(hasWaited)
    await other.query('rollback')
    return (await answer).status
  } finally {
    other.release()
  }
}

it('a mapped attribute may change users for longer than a statement of a request may take', async () => {
  const organization = await setUp(service)
  const { userId } = await organization.ask('POST', '/api/users', { userName: 'ada' })
  await service.database.pool.query(`update users set attributes = '{"team": "Research"}' where id = $1`, [userId])
  const map = () => organization.call('PUT', '/api/attribute-mappings/team', { groupType: 'team', isPrimaryGroup: true })
  expect(await afterLongWait('select from users where id = $1 for update', userId as string, map)).toBe(200)
})

it('a building may change for longer than a statement of a request may take', async () => {
  const organization = await setUp(service)
  const { locationId } = await addBuilding(organization)
  const move = () => organization.call('PATCH', `/api/locations/${locationId}`, { timeZone: 'Europe/Lisbon' })
  expect(await afterLongWait('select from locations where id = $1 for update', locationId, move)).toBe(200)
})
