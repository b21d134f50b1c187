import { randomUUID } from 'node:crypto'
import type { HeadcountRow } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bench, type Office, openOffice, shareBench } from '../attendance/support.ts'
import { refresh, rowsOf, segmentsOf } from '../refresh/support.ts'

const [MONDAY, TUESDAY] = ['2026-03-02', '2026-03-03'] as const

let bench: Bench
let office: Office
let building: string
let ada: string
let bob: string

beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())
// Ada and Bob plan to come on two days. Both come on Monday, and no one is seen on Tuesday.
beforeEach(async () => {
  office = await openOffice(bench)
  building = await office.addLocation()
  ;[ada, bob] = [await office.addUser(building), await office.addUser(building)]
  for (const user of [ada, bob]) for (const day of [MONDAY, TUESDAY]) await office.plan(user, day, 'o')
  for (const user of [ada, bob]) await office.see(user, building, `${MONDAY}T09:00:00Z`)
})

const publish = () => refresh(office, new Date('2026-03-05T12:00:00Z'))
const enterOutage = (status = 'accepted') =>
  office.pool.query(
    'insert into outages (org_id, id, location_id, first_day, last_day, status) values ($1, $2, $3, $4, $4, $5)',
    [office.orgId, randomUUID(), building, TUESDAY, status],
  )
/** People and plans from 8 to 10 o'clock, as published. */
const publishedOn = async (day: string) =>
  ((await rowsOf(office, day, building, 'headcount')) as unknown as HeadcountRow[])
    .filter(({ hour }) => hour >= 8 && hour <= 10)
    .map(({ people, planned }) => [people, planned])
const NO_ONE = [
  [0, 2],
  [0, 2],
  [0, 2],
]
const UNKNOWN = NO_ONE.map(([, planned]) => [null, planned])

describe('on a day of an outage, people of headcount', () => {
  it('are null if no one was seen, so that the building does not look empty', async () => {
    await enterOutage()
    await publish()
    expect(await publishedOn(TUESDAY)).toEqual(UNKNOWN)
    expect(await publishedOn(MONDAY)).toEqual([
      [0, 2],
      [2, 2],
      [0, 2],
    ])
  })

  it('are 0 if the outage was only suggested and dismissed', async () => {
    await enterOutage('dismissed')
    await publish()
    expect(await publishedOn(TUESDAY)).toEqual(NO_ONE)
  })

  it('are restated when the outage is entered later, and days without one stay as they were published', async () => {
    await publish()
    expect(await publishedOn(TUESDAY)).toEqual(NO_ONE)
    const before = await segmentsOf(office, 'headcount')
    await enterOutage()
    await publish()
    expect(await publishedOn(TUESDAY)).toEqual(UNKNOWN)
    const after = await segmentsOf(office, 'headcount')
    expect(after.filter(({ day }) => day === MONDAY)).toEqual(before.filter(({ day }) => day === MONDAY))
    expect(after.find(({ day }) => day === TUESDAY)).toMatchObject({ revision: 2, reason: 'corrected' })
  })

  it('are those who were seen if the readers worked for a part of it', async () => {
    await enterOutage()
    await office.see(ada, building, `${TUESDAY}T09:30:00Z`)
    await publish()
    expect(await publishedOn(TUESDAY)).toEqual([
      [0, 2],
      [1, 2],
      [0, 2],
    ])
  })
})
