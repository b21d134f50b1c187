import { createClient } from '@rollcall/client'
import { openApiDocument } from '@rollcall/contract'
import { expect, test } from 'vitest'
import { startPeer } from '../../../client/src/testing/peer.ts'
import { backfill } from '../../src/index.ts'
import { booking } from '../destinations/support.ts'
import { ATTENDANCE, day, FROM, newCopy } from './support.ts'

/** Fields of a later version, whose first values do not show what they are. */
const ROW = booking('ada', day(3), 'hq', { serialNo: 1, height: 1, movedAt: '2026-01-05T09:00:00.000Z' })

const describeLaterVersion = () => {
  const document = openApiDocument('9.0.0') as { components: { schemas: Record<string, { properties: object }> } }
  Object.assign(document.components.schemas.AttendanceRow?.properties ?? {}, {
    serialNo: { type: ['integer', 'null'] },
    height: { type: 'number' },
    movedAt: { type: 'string', format: 'date-time' },
  })
  return document
}

/** Loads from a service of a later version, and returns the types of the new columns and the requests for the description. */
const load = async (description: object | undefined) => {
  const { baseUrl, seen } = await startPeer(({ path }, response) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    const answer = (status: number, body: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (pathname === '/openapi.json' && description) return answer(200, description)
    if (pathname.includes('/locations')) return answer(200, [{ locationId: 'hq', timeZone: 'UTC' }])
    if (!pathname.includes(ATTENDANCE)) return answer(404, { code: 'not_found' })
    const isInRange = (searchParams.get('startDate') ?? '') <= day(3) && day(3) <= (searchParams.get('endDate') ?? '')
    return answer(200, isInRange && searchParams.get('locationId') === 'hq' ? [ROW] : [])
  })
  const client = createClient({ baseUrl, key: { id: 'k', secret: 's' }, auth: 'basic', backoffMs: 1 })
  const copy = await newCopy()
  await copy.using((destination) => backfill({ client, destination, from: FROM, to: day(31), datasets: [ATTENDANCE] }))
  const columns = await copy.query(`
    select column_name as name, data_type as type
    from duckdb_columns()
    where table_name = 'user_booking_attendance'
      and column_name in ('serial_no', 'height', 'moved_at')
    order by column_name`)
  return {
    types: columns.map(({ name, type }) => `${name} ${type}`),
    asked: seen.filter(({ path }) => path === '/openapi.json').length,
  }
}

test('fields of a later version become columns of the types that the service describes, whatever values come first', async () => {
  expect(await load(describeLaterVersion())).toEqual({
    types: ['height DOUBLE', 'moved_at TIMESTAMP WITH TIME ZONE', 'serial_no BIGINT'],
    asked: 1,
  })
})

test('fields that a service does not describe become columns of the types of their values', async () => {
  const types = ['height DOUBLE', 'moved_at VARCHAR', 'serial_no DOUBLE']
  expect((await load(undefined)).types).toEqual(types)
  expect((await load({})).types).toEqual(types)
})
