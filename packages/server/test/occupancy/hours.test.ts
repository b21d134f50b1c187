import type { OccupancyEvent, OccupancyRow } from '@rollcall/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runs } from '../../src/testing/runs.ts'
import { basic } from '../../src/testing/test-service.ts'
import { type Bench, type Office, openOffice, shareBench } from '../attendance/support.ts'
import { post, send } from '../http/support/send.ts'
import { addBuilding } from '../ingest/support.ts'
import { refresh } from '../refresh/support.ts'

const DAY = '2026-03-02'
const at = (time: string) => `${DAY}T${time}Z`

let bench: Bench
let office: Office
let nodes: Awaited<ReturnType<typeof addBuilding>>
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await openOffice(bench)
  nodes = await addBuilding(bench.service, office.orgId)
})

const report = async (...events: Omit<OccupancyEvent, 'eventId'>[]) => {
  const body = { sourceId: 'sensors', occupancyEvents: events.map((event) => ({ eventId: crypto.randomUUID(), ...event })) }
  const answer = await post(
    bench.service.baseUrl,
    '/v1/occupancy/basic',
    body,
    basic(office.organization.keys['all-permissions']),
  )
  expect(answer.json<{ results: { resultCode: number }[] }>().results.every(({ resultCode }) => resultCode === 0)).toBe(true)
}
const room = (timestamp: string, reported: { occupied?: boolean; occupancy?: number }) => ({
  ...{ timestamp, locationId: nodes.space, locationType: 'space' as const, ...reported },
})
const read = async (): Promise<OccupancyRow[]> => {
  const path = `/v1/analytics/occupancy/basic?startDate=${DAY}&endDate=${DAY}`
  return (await send(bench.service.baseUrl, { path, headers: basic(office.organization.keys['data-warehouse']) })).json()
}
const publish = () => refresh(office, new Date('2026-03-05T12:00:00Z'))

it('a report holds to the next one, the last one to the end of its hour', async () => {
  await report(
    room(at('09:40:00'), { occupancy: 4 }),
    room(at('10:10:00'), { occupancy: 6 }),
    room(at('11:15:00'), { occupancy: 0 }),
    room(at('13:30:00'), { occupied: true }),
  )
  const live = await read()
  await publish()
  const rows = await read()
  expect(rows).toEqual(live)
  expect(
    rows.map(({ hour, samples, occupiedMinutes, minCount, maxCount, averageCount }) => [
      ...[hour, samples, occupiedMinutes, minCount, maxCount, averageCount],
    ]),
  ).toEqual([
    [9, 1, 20, 4, 4, 4],
    [10, 1, 60, 6, 6, 6],
    [11, 1, 15, 0, 0, 0],
    [13, 1, 30, null, null, null],
  ])
  expect(rows[0]).toMatchObject({
    ...{ day: DAY, locationId: nodes.location, levelId: nodes.level, levelName: 'Level', zoneId: null, placeId: null },
    ...{ spaceId: nodes.space, spaceName: 'Space', locationType: 'space', nodeId: nodes.space },
  })
})

it('a desk is shown with its zone and level, and a late report restates the day', async () => {
  const desk = { locationId: nodes.place, locationType: 'place' as const }
  await report({ timestamp: at('09:00:00'), ...desk, occupied: true })
  await publish()
  expect(await read()).toMatchObject([
    { levelId: nodes.level, zoneId: nodes.zone, zoneName: 'Zone', placeId: nodes.place, placeName: 'Place', occupiedMinutes: 60 },
  ])
  await report({ timestamp: at('09:45:00'), ...desk, occupied: false })
  await publish()
  expect(await read()).toMatchObject([{ samples: 2, occupiedMinutes: 45 }])
})

it('what is published stays when retention has removed the reports', async () => {
  await report(room(at('09:00:00'), { occupancy: 3 }))
  await office.see(await office.addUser(), nodes.location, at('08:00:00'))
  await publish()
  const before = await read()
  await office.pool.query(`insert into retention_runs (org_id, kind, through) values ($1, 'occupancy', $2)`, [office.orgId, DAY])
  await office.pool.query('delete from occupancy_events where org_id = $1', [office.orgId])
  await publish()
  expect(await read()).toEqual(before)
})

it('the minutes of a day are those of its intervals, in whatever order the reports arrive', async () => {
  const sample = fc.record({ second: fc.nat(86_399), occupied: fc.boolean() })
  const samples = fc.uniqueArray(sample, { selector: ({ second }) => second, minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(samples, async (given) => {
      office = await openOffice(bench)
      nodes = await addBuilding(bench.service, office.orgId)
      const moment = (second: number) => Temporal.Instant.from(`${DAY}T00:00:00Z`).add({ seconds: second }).toString()
      await report(...given.map(({ second, occupied }) => room(moment(second), { occupied })))
      const inOrder = given.toSorted((a, b) => a.second - b.second)
      const occupiedAt = new Set<number>()
      for (const [index, { second, occupied }] of inOrder.entries()) {
        const end = inOrder[index + 1]?.second ?? (Math.floor(second / 3600) + 1) * 3600
        for (let each = second; occupied && each < end; each++) occupiedAt.add(each)
      }
      const rows = new Map((await read()).map(({ hour, ...row }) => [hour, row]))
      for (let hour = 0; hour < 24; hour++) {
        const expected = [...occupiedAt].filter((second) => Math.floor(second / 3600) === hour).length / 60
        const sampled = given.filter(({ second }) => Math.floor(second / 3600) === hour).length
        expect(rows.get(hour)?.occupiedMinutes ?? 0).toBeCloseTo(expected, 1)
        expect(rows.get(hour)?.samples ?? 0).toBe(sampled)
      }
    }),
    { numRuns: runs(8) },
  )
})
