import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runs } from '../../src/testing/runs.ts'
import type { Attendance } from '../../src/warehouse/attendance/attendance-service.ts'
import { type Decided, type Facts, type Home, referenceAttendance } from './reference.ts'
import { type Bench, type Office, openOffice, shareBench } from './support.ts'

let bench: Bench

beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'Pacific/Pago_Pago', 'UTC']
const LOCATION_IDS = ZONES.map(() => randomUUID() as string)
const GROUP_IDS = [randomUUID(), randomUUID()] as string[]
const USER_IDS = Array.from({ length: 4 }, () => randomUUID() as string)
/** Around changes of the clocks in these zones. */
const FIRST_DAYS = ['2026-03-07', '2026-03-28', '2026-04-04', '2026-10-03', '2026-10-24', '2026-10-31']
const DAYS = 3
const MAX_SIGHTINGS = 20
const MAX_EVENTS = 3 * MAX_SIGHTINGS

const place = fc.option(fc.constantFrom(...LOCATION_IDS), { nil: null })
const home = fc.record({ locationId: place, groupId: fc.option(fc.constantFrom(...GROUP_IDS), { nil: null }) })
const dayOffset = fc.integer({ min: -1, max: DAYS })
const all = <T>(length: number, each: fc.Arbitrary<T>) => fc.array(each, { minLength: length, maxLength: length })

type Given = Facts & { firstDay: string; lastDay: string }

const facts: fc.Arbitrary<Given> = fc
  .record({
    firstDay: fc.constantFrom(...FIRST_DAYS),
    organizationZone: fc.constantFrom(...ZONES),
    reporting: all(ZONES.length, fc.tuple(fc.option(dayOffset, { nil: null }), fc.option(fc.nat(2), { nil: null }))),
    homes: all(USER_IDS.length, home),
    moves: all(
      USER_IDS.length,
      fc.uniqueArray(fc.record({ offset: dayOffset, home }), { selector: ({ offset }) => offset, maxLength: 3 }),
    ),
    plans: fc.uniqueArray(
      fc.record({
        userId: fc.constantFrom(...USER_IDS),
        offset: dayOffset,
        plan: fc.constantFrom<('o' | 'r' | 'a')[]>('o', 'o', 'o', 'r', 'a'),
        ...{ locationId: place, bookedId: place },
      }),
      { selector: ({ userId, offset }) => `${userId} ${offset}`, minLength: 8, maxLength: 14 },
    ),
    // Half hours make days end exactly at some; where the clocks of doors are wrong, several places see a user at one moment.
    seen: fc.array(
      fc.record({
        userId: fc.constantFrom(...USER_IDS),
        locationIds: fc.uniqueArray(fc.constantFrom(...LOCATION_IDS), { minLength: 1, maxLength: 3 }),
        halfHour: fc.integer({ min: -48, max: (DAYS + 1) * 48 }),
      }),
      { maxLength: MAX_SIGHTINGS, size: 'max' },
    ),
    now: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: -24, max: (DAYS + 1) * 48 }) }, fc.constant(10_000)),
  })
  .map(({ firstDay, organizationZone, reporting, homes, moves, plans, seen, now }) => {
    const dayAt = (offset: number) => Temporal.PlainDate.from(firstDay).add({ days: offset }).toString()
    const momentAt = (halfHour: number) => Temporal.Instant.from(`${firstDay}T00:00:00Z`).add({ minutes: 30 * halfHour })
    return {
      ...{ firstDay, lastDay: dayAt(DAYS - 1), organizationZone, moment: momentAt(now) },
      locations: reporting.map(([from, length], index) => ({
        ...{ id: LOCATION_IDS[index] as string, zone: ZONES[index] as string },
        from: from === null ? null : dayAt(from),
        until: length === null ? null : dayAt((from ?? 0) + length),
      })),
      users: USER_IDS.map((id, index) => ({
        ...{ id, first: homes[index] as Home },
        moves: (moves[index] ?? [])
          .toSorted((a, b) => a.offset - b.offset)
          .map(({ offset, home: next }) => ({ ...next, day: dayAt(offset) })),
      })),
      plans: plans.map(({ offset, plan, locationId, bookedId, userId }) => ({
        ...{ userId, day: dayAt(offset), plan },
        ...(plan === 'o' ? { locationId, bookedId } : { locationId: null, bookedId: null }),
      })),
      seen: seen.flatMap(({ userId, locationIds, halfHour }) =>
        locationIds.map((locationId) => ({ userId, locationId, at: momentAt(halfHour) })),
      ),
    }
  })

/** The order and portions in which events arrive; every third arrives twice. */
const arrival = fc.record({ ranks: all(2 * MAX_EVENTS, fc.nat()), size: fc.integer({ min: 4, max: 40 }) })
type Arrival = typeof arrival extends fc.Arbitrary<infer T> ? T : never

const deliveriesOf = ({ seen }: Facts, { ranks, size }: Arrival) => {
  const events = seen.map(({ userId, locationId, at }, index) => ({
    sourceId: `source-${index % 2}`,
    event: { eventId: `e${index}`, timestamp: at.toString(), userId, locationId, locationType: 'location' as const },
  }))
  const sent = [...events, ...events.filter((_, index) => index % 3 === 0)]
  const order = sent.map((each, index) => ({ each, rank: ranks[index] as number })).sort((a, b) => a.rank - b.rank)
  return Array.from({ length: Math.ceil(order.length / size) }, (_, call) => order.slice(call * size, (call + 1) * size)).flatMap(
    (call) =>
      [...Map.groupBy(call, ({ each }) => each.sourceId)].map(([sourceId, group]) => ({
        ...{ sourceId, events: group.map(({ each }) => each.event) },
      })),
  )
}

const decided = ({
  bookingId,
  bookingDepth,
  bookingZoneId,
  bookingPlaceId,
  planOrigin,
  updatedAt,
  ...row
}: Attendance): Decided => row

/** All rows of a table at once: one by one, the rules about bookings would take most of the time. */
const insertAll = async ({ pool, orgId }: Office, table: string, columns: string, rows: readonly object[]): Promise<void> => {
  const names = columns.split(', ').map((column) => column.split(' ')[0])
  await pool.query(
    `insert into ${table} (org_id, ${names.join(', ')})
     select $1, ${names.join(', ')}
     from json_to_recordset($2) as r (${columns})`,
    [orgId, JSON.stringify(rows)],
  )
}

const BY_DIRECTORY = { changed_by: 'directory', command_id: randomUUID() }

const insertDirectory = async (office: Office, { locations, users }: Facts): Promise<void> => {
  const buildings = locations.map(({ id, zone, from, until }) => ({
    ...{ id, name: id, time_zone: zone, presence_from: from, presence_until: until },
  }))
  await insertAll(office, 'locations', 'id uuid, name text, time_zone text, presence_from date, presence_until date', buildings)
  const teams = GROUP_IDS.map((id) => ({ id, name: id, type: 'team', origin: 'administrator' }))
  await insertAll(office, 'groups', 'id uuid, name text, type text, origin text', teams)
  const people = users.map(({ id, first: { locationId, groupId } }) => ({
    ...{ id, user_name: id, primary_location_id: locationId, primary_group_id: groupId },
  }))
  await insertAll(office, 'users', 'id uuid, user_name text, primary_location_id uuid, primary_group_id uuid', people)
}

/** Everybody's moves, one after the other, and then dated back to their day. */
const moveUsers = async ({ pool, orgId }: Office, { users }: Facts): Promise<void> => {
  for (const { id, moves } of users) {
    for (const { day, locationId, groupId } of moves) {
      await pool.query('update users set primary_location_id = $3, primary_group_id = $4 where org_id = $1 and id = $2', [
        ...[orgId, id, locationId, groupId],
      ])
      await pool.query(
        `update user_moves set before = $3 where org_id = $1 and user_id = $2 and before > now() - interval '2 days'`,
        [orgId, id, day],
      )
    }
  }
}

const insertPlans = async (office: Office, { plans }: Facts): Promise<void> => {
  const who = 'changed_by text, command_id uuid'
  const dayPlans = plans.map(({ userId, day, plan, locationId }) => ({
    ...{ user_id: userId, day, plan, location_id: locationId, origin: 'day-plan', ...BY_DIRECTORY },
  }))
  await insertAll(office, 'day_plans', `user_id uuid, day date, plan text, location_id uuid, origin text, ${who}`, dayPlans)
  const bookings = plans
    .filter(({ bookedId }) => bookedId !== null)
    .map(({ userId, day, bookedId }) => ({ id: randomUUID(), user_id: userId, day, location_id: bookedId, ...BY_DIRECTORY }))
  await insertAll(office, 'bookings', `id uuid, user_id uuid, day date, location_id uuid, ${who}`, bookings)
}

/** Attendance of an organization of its own, where the events arrived like this; plans and moves come when half of them have. */
const attendanceOf = async (given: Given, how: Arrival): Promise<Decided[]> => {
  const office = await openOffice(bench, { timeZone: given.organizationZone })
  await insertDirectory(office, given)
  const deliveries = deliveriesOf(given, how)
  const half = Math.floor(deliveries.length / 2)
  for (const { events, sourceId } of deliveries.slice(0, half)) await office.record(events, sourceId)
  await insertPlans(office, given)
  await moveUsers(office, given)
  for (const { events, sourceId } of deliveries.slice(half)) await office.record(events, sourceId)
  const moment = new Date(given.moment.epochMilliseconds)
  return (await office.list({ firstDay: given.firstDay, lastDay: given.lastDay, moment })).map(decided)
}

it('Attendance is what the rules say of the facts, in whatever order, portions and repeats they arrive', async () => {
  await fc.assert(
    fc.asyncProperty(facts, arrival, arrival, async (given, one, another) => {
      const wanted = USER_IDS.toSorted().flatMap((userId) =>
        Array.from({ length: DAYS }, (_, index) =>
          Temporal.PlainDate.from(given.firstDay).add({ days: index }).toString(),
        ).flatMap(
          (day) => referenceAttendance(given, given.users.find(({ id }) => id === userId) as Facts['users'][number], day) ?? [],
        ),
      )
      expect(await attendanceOf(given, one)).toEqual(wanted)
      expect(await attendanceOf(given, another)).toEqual(wanted)
    }),
    { numRuns: runs(25) },
  )
})
