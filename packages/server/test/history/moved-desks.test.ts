import { randomUUID } from 'node:crypto'
import type { DeskFigures, HeadcountFigures, HeadcountRow, OccupancyRow } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { recordOccupancy } from '../../src/intake/occupancy/occupancy-events.ts'
import { importDirectory } from '../../src/operations/imports/import-service.ts'
import type { SignedIn } from '../../src/testing/test-service.ts'
import { type Bench, type Office, openOffice, shareBench } from '../attendance/support.ts'
import { JSON_TYPE, send } from '../http/support/send.ts'
import { dayFromToday } from '../planning/support.ts'
import { refresh, rowsOf, segmentsOf } from '../refresh/support.ts'
import { passDays } from './support.ts'

/** How many days ago the last but one Wednesday was; averages cover workdays. Desks moved three days before it. */
const AFTER_AGO = 7 + ((Temporal.Now.plainDateISO('UTC').dayOfWeek + 4) % 7)
const [BEFORE, AFTER] = [dayFromToday(-AFTER_AGO - 7), dayFromToday(-AFTER_AGO)]

let bench: Bench
let office: Office
let admin: SignedIn
let building: string
let desks: Record<'south' | 'attic', string[]>
let zones: Record<'south' | 'attic', string>
let ada: string
let bob: string

const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const headers = { ...(body === undefined ? {} : JSON_TYPE), ...admin.headers }
  const answer = await send(bench.service.baseUrl, { method, path, body, headers })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
  return answer.json<T>()
}
const idsOf = async (table: 'places' | 'zones', ...names: string[]): Promise<string[]> => {
  const { rows } = await office.pool.query<{ id: string; name: string }>(`select id, name from ${table} where org_id = $1`, [
    office.orgId,
  ])
  return names.map((name) => rows.find((row) => row.name === name)?.id as string)
}
const importBuilding = (south: object[], attic: object[]) => {
  const level = (name: string, zoneName: string, places: object[]) => ({
    ...{ name, zones: [{ name: zoneName, kind: 'individual', places }] },
  })
  const levels = [level('Ground', 'South', south), level('Roof', 'Attic', attic)]
  return importDirectory(bench.service.database.db, office.orgId, { locations: [{ name: 'Berlin', timeZone: 'UTC', levels }] })
}
const see = (userId: string, placeId: string | undefined, timestamp: string) =>
  office.record([{ eventId: randomUUID(), timestamp, userId, locationId: placeId as string, locationType: 'place' }])
const occupy = (placeId: string | undefined, timestamp: string) =>
  recordOccupancy(bench.ingest, { orgId: office.orgId, keyId: null, sourceId: 'sensors' }, [
    { eventId: randomUUID(), timestamp, locationId: placeId as string, locationType: 'place', occupied: true },
  ])
const publish = () => refresh(office, new Date())

beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await openOffice(bench)
  admin = await bench.service.signIn(office.orgId, ['global-administrator'])
  await importBuilding([{ name: 'S-1' }, { name: 'S-2' }, { name: 'S-3' }, { name: 'S-4' }], [{ name: 'A-1' }])
  desks = { south: await idsOf('places', 'S-1', 'S-2', 'S-3', 'S-4'), attic: await idsOf('places', 'A-1') }
  const [south, attic] = (await idsOf('zones', 'South', 'Attic')) as [string, string]
  zones = { south, attic }
  const [location] = (await office.pool.query<{ id: string }>('select id from locations where org_id = $1', [office.orgId])).rows
  building = location?.id as string
  await office.pool.query('update organizations set minimum_group_size = 1 where id = $1', [office.orgId])
  ;[ada, bob] = [await office.addUser(building), await office.addUser(building)]
  await passDays(office.pool, office.orgId, 30)
})

/** What figures and rows say of a day; the rows of headcount at nine. */
const stateOf = async (day: string) => {
  const period = `from=${day}&to=${day}`
  const use = await ask<DeskFigures>('GET', `/api/analytics/desks?${period}`)
  const figures = await ask<HeadcountFigures>('GET', `/api/analytics/headcount?${period}`)
  const headcount = (await rowsOf(office, day, building, 'headcount')) as unknown as HeadcountRow[]
  const occupancy = (await rowsOf(office, day, building, 'occupancy')) as unknown as OccupancyRow[]
  return {
    used: Object.fromEntries(use.zones.map((zone) => [zone.zoneName, `${zone.usedDeskDays} of ${zone.measuredDeskDays}`])),
    utilization: use.totals.utilization,
    capacity: figures.days.map(({ capacity }) => capacity),
    headcount: headcount
      .filter(({ hour }) => hour === 9)
      .map(({ zoneName, levelName, people, capacity }) => `${zoneName ?? levelName ?? 'Berlin'}: ${people} of ${capacity}`)
      .sort(),
    occupied: [...new Set(occupancy.map(({ levelName, zoneName }) => `${levelName}/${zoneName}`))],
  }
}

const move = (id: string | undefined, zoneId: string) => ask('PATCH', `/api/places/${id}`, { zoneId })
/** Each takes two of the four desks out of the South, and returns the desk of the Attic where Ada sits from then on. */
const WAYS: Record<string, { readonly change: () => Promise<string | undefined>; readonly inAttic: number }> = {
  'are moved by a form': {
    inAttic: 3,
    change: async () => {
      for (const desk of desks.south.slice(0, 2)) await move(desk, zones.attic)
      return desks.south[0]
    },
  },
  'are moved by an import': {
    inAttic: 3,
    change: async () => {
      const [first, second] = desks.south
      await importBuilding(
        [],
        [
          { id: first, name: 'S-1' },
          { id: second, name: 'S-2' },
        ],
      )
      return first
    },
  },
  'are taken out of service, and another one is added': {
    inAttic: 2,
    change: async () => {
      for (const desk of desks.south.slice(0, 2)) await ask('PATCH', `/api/places/${desk}`, { status: 'inactive' })
      return (await ask<{ placeId: string }>('POST', '/api/places', { placeName: 'N-1', zoneId: zones.attic })).placeId
    },
  },
}

it.each(Object.entries(WAYS))('after desks %s, days before divide by the desks of then, also when restated', async (_, way) => {
  await see(ada, desks.south[0], `${BEFORE}T09:00:00Z`)
  await see(bob, desks.south[2], `${BEFORE}T09:00:00Z`)
  await occupy(desks.south[0], `${BEFORE}T09:00:00Z`)
  await publish()
  const before = {
    ...{ used: { South: '2 of 4', Attic: '0 of 1' }, utilization: 2 / 5, capacity: [5] },
    ...{ headcount: ['Berlin: 2 of 5', 'Ground: 2 of 4', 'South: 2 of 4'], occupied: ['Ground/South'] },
  }
  expect(await stateOf(BEFORE)).toEqual(before)
  const published = await segmentsOf(office, 'headcount', 'occupancy')

  const desk = await way.change()
  await passDays(office.pool, office.orgId, AFTER_AGO + 3)
  await see(ada, desk, `${AFTER}T09:00:00Z`)
  await see(bob, desks.south[2], `${AFTER}T09:00:00Z`)
  await occupy(desk, `${AFTER}T09:00:00Z`)
  // Makes every day of the organization dirty, and changes nothing that these rows show.
  await office.pool.query(`update users set last_name = 'Lovelace' where org_id = $1 and id = $2`, [office.orgId, ada])
  await publish()
  const { inAttic } = way
  expect(await stateOf(AFTER)).toEqual({
    ...{ used: { South: '1 of 2', Attic: `1 of ${inAttic}` }, utilization: 2 / (2 + inAttic), capacity: [2 + inAttic] },
    headcount: [
      ...[`Attic: 1 of ${inAttic}`, `Berlin: 2 of ${2 + inAttic}`, 'Ground: 1 of 2'],
      ...[`Roof: 1 of ${inAttic}`, 'South: 1 of 2'],
    ],
    occupied: ['Roof/Attic'],
  })
  expect(await stateOf(BEFORE)).toEqual(before)
  expect((await segmentsOf(office, 'headcount', 'occupancy')).filter(({ day }) => day === BEFORE)).toEqual(published)

  // A late event restates the day, with one more person and the desks of then.
  await see(await office.addUser(building), desks.south[1], `${BEFORE}T09:10:00Z`)
  await publish()
  expect(await stateOf(BEFORE)).toEqual({
    ...{ ...before, used: { South: '3 of 4', Attic: '0 of 1' }, utilization: 3 / 5 },
    headcount: ['Berlin: 3 of 5', 'Ground: 3 of 4', 'South: 3 of 4'],
  })
  const restated = (await segmentsOf(office, 'headcount')).filter(({ day }) => day === BEFORE)
  expect(restated.map(({ revision, reason }) => [revision, reason])).toEqual([[2, 'lateEvents']])
})
