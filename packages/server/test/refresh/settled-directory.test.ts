import { randomUUID } from 'node:crypto'
import type { HeadcountRow } from '@rollcall/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bench, openOffice, shareBench } from '../attendance/support.ts'
import { passDays } from '../history/support.ts'
import { noonUtc, refresh, rowsOf, segmentsOf } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const [SUNDAY, MONDAY] = ['2026-03-01', '2026-03-02'] as const
const LATER = noonUtc('2026-03-05')

it('an event that was stored by the former time zone, because its call began before the correction, is published with its day', async () => {
  const office = await openOffice(bench)
  const { orgId, pool } = office
  const building = await office.addLocation('America/New_York', { from: '2020-01-01' })
  const [ada, bob] = [await office.addUser(building), await office.addUser(building)]
  // 22:00 on Sunday in New York.
  await office.see(ada, building, `${MONDAY}T03:00:00Z`)
  await refresh(office, LATER)
  const usersOn = async (day: string) => (await rowsOf(office, day, building)).map(({ userId }) => userId)
  expect([await usersOn(SUNDAY), await usersOn(MONDAY)]).toEqual([[ada], []])

  await pool.query(`update locations set time_zone = 'UTC' where org_id = $1`, [orgId])
  await office.see(bob, building, `${MONDAY}T03:00:00Z`)
  // As a call stores it that read the building before.
  await pool.query('update presence_events set local_day = $3 where org_id = $1 and user_id = $2', [orgId, bob, SUNDAY])
  await refresh(office, LATER)
  expect([await usersOn(SUNDAY), (await usersOn(MONDAY)).sort()]).toEqual([[], [ada, bob].sort()])
})

/** A building with a plan on Monday and a level, to which zones can be added. */
const openBuilding = async () => {
  const office = await openOffice(bench)
  const { orgId, pool } = office
  const building = await office.addLocation()
  await office.plan(await office.addUser(building), MONDAY, 'o', building)
  const levelId = randomUUID()
  await pool.query(`insert into levels (org_id, id, location_id, name) values ($1, $2, $3, 'Ground')`, [orgId, levelId, building])
  const addZone = (name: string, capacity: number) =>
    pool.query(
      `insert into zones (org_id, id, level_id, name, kind, capacity) values ($1, gen_random_uuid(), $2, $3, 'neighborhood', $4)`,
      [orgId, levelId, name, capacity],
    )
  const capacities = async () => {
    const rows = (await rowsOf(office, MONDAY, building, 'headcount')) as unknown as HeadcountRow[]
    return [...new Set(rows.map(({ capacity }) => capacity))]
  }
  return { office, building, addZone, capacities }
}

it('the first zones of a building are the capacity of days that were published before, and later ones are not', async () => {
  const { office, addZone, capacities } = await openBuilding()
  const { orgId, pool } = office
  const revision = async () => (await segmentsOf(office, 'headcount')).map((segment) => [segment.revision, segment.reason])

  await refresh(office, LATER)
  expect([await capacities(), await revision()]).toEqual([[0], [[1, 'refreshed']]])
  await addZone('South', 12)
  await refresh(office, LATER)
  expect([await capacities(), await revision()]).toEqual([[12], [[2, 'corrected']]])
  // On the first day of the building all of its zones are the first ones.
  await addZone('North', 3)
  await refresh(office, LATER)
  expect([await capacities(), await revision()]).toEqual([[15], [[3, 'corrected']]])
  expect(await refresh(office, LATER)).toMatchObject({ days: 0 })

  await passDays(pool, orgId, 30)
  await addZone('Attic', 5)
  await refresh(office, LATER, { all: true })
  expect([await capacities(), await revision()]).toEqual([[15], [[3, 'corrected']]])
})

it('the first zones of a building are so too where it was closed on the day before them', async () => {
  const { office, building, addZone, capacities } = await openBuilding()
  const { orgId, pool } = office
  const setStatus = (status: string) =>
    pool.query('update locations set status = $3 where org_id = $1 and id = $2', [orgId, building, status])
  await refresh(office, LATER)
  await passDays(pool, orgId, 30)
  await setStatus('inactive')
  await passDays(pool, orgId, 5)
  await setStatus('active')
  await addZone('South', 12)
  await refresh(office, LATER)
  expect(await capacities()).toEqual([12])
  expect(await refresh(office, LATER)).toMatchObject({ days: 0 })
})
