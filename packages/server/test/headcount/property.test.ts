import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordVisitors } from '../../src/intake/visitors/visitor-events.ts'
import { runs } from '../../src/testing/runs.ts'
import { type Bench, type Office, openOffice, shareBench } from '../attendance/support.ts'
import { type Building, type Counted, type Happened, referenceHeadcount } from './reference.ts'
import { addBuildings } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

/** Around changes of the clocks in these zones. */
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC'] as const
const FIRST_DAYS = ['2026-03-07', '2026-03-28', '2026-04-04', '2026-10-03', '2026-10-24', '2026-10-31']
const DAYS = 3
const USERS = 4

const all = <T>(length: number, each: fc.Arbitrary<T>) => fc.array(each, { minLength: length, maxLength: length })
const quarter = fc.integer({ min: -40, max: DAYS * 96 + 40 })
/** One of the thirteen nodes of a building. */
const node = fc.record({ building: fc.nat(1), node: fc.nat(12) })

const history = fc.record({
  firstDay: fc.constantFrom(...FIRST_DAYS),
  zones: all(2, fc.constantFrom(...ZONES)),
  seen: fc.array(fc.record({ user: fc.nat(USERS - 1), at: node, quarter }), { maxLength: 40, size: 'max' }),
  visits: fc.array(fc.record({ building: fc.nat(1), quarter, stays: fc.option(fc.nat(40), { nil: null }) }), { maxLength: 4 }),
  plans: fc.uniqueArray(
    fc.record({
      ...{ user: fc.nat(USERS - 1), day: fc.nat(DAYS - 1), plan: fc.constantFrom<('o' | 'r' | 'a')[]>('o', 'o', 'o', 'r', 'a') },
      ...{ building: fc.nat(1), booked: fc.constantFrom<('none' | 'building' | 'zone')[]>('none', 'building', 'zone') },
    }),
    { selector: ({ user, day }) => `${user} ${day}`, maxLength: 10 },
  ),
})
type History = typeof history extends fc.Arbitrary<infer T> ? T : never

const idsOf = ({ id, levels }: Building) => [
  ...[id, ...levels.flatMap((level) => [level.id, level.spaceId, ...level.zones.flatMap((zone) => [zone.id, zone.placeId])])],
]

const TYPES = ['level', 'space', 'zone', 'place', 'zone', 'place'] as const
const typeAt = (index: number) =>
  index === 0 ? ('location' as const) : (TYPES[(index - 1) % TYPES.length] as (typeof TYPES)[number])

/** Puts the history into an organization of its own, the events in this order. */
const happen = async (office: Office, given: History, order: readonly number[]): Promise<Happened> => {
  const buildings = await addBuildings(office, given.zones)
  const users = await Promise.all(Array.from({ length: USERS }, () => office.addUser()))
  const days = Array.from({ length: DAYS }, (_, n) => Temporal.PlainDate.from(given.firstDay).add({ days: n }).toString())
  const at = (quarters: number) => Temporal.Instant.from(`${given.firstDay}T00:00:00Z`).add({ minutes: 15 * quarters })
  const seen = given.seen.map(({ user, at: where, quarter: q }) => {
    const nodeId = idsOf(buildings[where.building] as Building)[where.node] as string
    return { userId: users[user] as string, nodeId, type: typeAt(where.node), at: at(q) }
  })
  const events = seen
    .map(({ userId, nodeId, type, at: time }) => ({
      ...{ eventId: randomUUID() as string, timestamp: time.toString(), userId, locationId: nodeId, locationType: type },
    }))
    .map((event, index) => ({ event, rank: order[index] ?? 0 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ event }) => event)
  if (events.length > 0) await office.record(events)
  const visits = given.visits.map(({ building, quarter: q, stays }) => ({
    ...{ buildingId: (buildings[building] as Building).id, arrived: at(q), departed: stays === null ? null : at(q + stays) },
  }))
  const known: Happened['visits'][number][] = []
  for (const [index, { buildingId, arrived, departed }] of visits.entries()) {
    const zone = (buildings.find(({ id }) => id === buildingId) as Building).zone
    const dayOf = (time: Temporal.Instant) => time.toZonedDateTimeISO(zone).toPlainDate().toString()
    // Who stays overnight has left no departure on the day of the arrival.
    const left = departed && dayOf(departed) === dayOf(arrived) ? departed : null
    const visitor = {
      visitorEmail: `visitor-${index}@visitor.example`,
      locationId: buildingId,
      locationType: 'location' as const,
    }
    await recordVisitors(bench.ingest, { orgId: office.orgId, keyId: null, sourceId: 'reception' }, [
      { eventId: `in-${index}`, eventType: 'arrived', timestamp: arrived.toString(), ...visitor },
      ...(left ? [{ eventId: `out-${index}`, eventType: 'departed' as const, timestamp: left.toString(), ...visitor }] : []),
    ])
    known.push({ buildingId, arrived, departed: left })
  }
  const plans = given.plans.map(({ user, day, plan, building, booked }) => {
    const { id, levels } = buildings[building] as Building
    const bookedId = plan !== 'o' || booked === 'none' ? null : booked === 'building' ? id : (levels[0]?.zones[0]?.id as string)
    return { userId: users[user] as string, day: days[day] as string, plan, buildingId: id, bookedId }
  })
  for (const { userId, day, plan, buildingId, bookedId } of plans) {
    await office.plan(userId, day, plan, plan === 'o' ? buildingId : null)
    if (bookedId === null) continue
    await office.pool.query(
      `insert into bookings (org_id, id, user_id, day, location_id, zone_id, changed_by, command_id)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, 'directory', gen_random_uuid())`,
      [office.orgId, userId, day, buildingId, bookedId === buildingId ? null : bookedId],
    )
  }
  return { buildings, days, seen, visits: known, plans }
}

const keyOf = ({ day, nodeId, hour }: Counted) => `${day} ${nodeId} ${String(hour).padStart(2, '0')}`
const inOrder = (rows: readonly Counted[]): Counted[] => rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))

it('Headcount is what a plain count of people, nodes and hours says, in whatever order the events arrive', async () => {
  await fc.assert(
    fc.asyncProperty(history, all(40, fc.nat()), async (given, order) => {
      const office = await openOffice(bench)
      const happened = await happen(office, given, order)
      const { rows } = await office.pool.query<Counted>(
        `select day, hour, node_id as "nodeId", people, visitors, planned, booked, capacity
         from headcount($1, $2, $3, '2030-01-01')`,
        [office.orgId, happened.days[0], happened.days.at(-1)],
      )
      expect(inOrder(rows)).toEqual(inOrder(referenceHeadcount(happened)))
    }),
    { numRuns: runs(25) },
  )
})
