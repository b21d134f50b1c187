import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '../../src/testing/runs.ts'
import { type Bench, type Office, openOffice, shareBench } from '../attendance/support.ts'
import { contentOf, noonUtc, refresh, segmentsOf, unpublish } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const FIRST = Temporal.PlainDate.from('2026-03-02')
const DAYS = 6
const dayAt = (offset: number) => FIRST.add({ days: offset }).toString()

interface Scene {
  readonly office: Office
  readonly locations: readonly string[]
  readonly users: readonly string[]
  readonly groups: readonly string[]
}

const openScene = async (): Promise<Scene> => {
  const office = await openOffice(bench)
  const locations = [
    await office.addLocation(),
    await office.addLocation('Pacific/Auckland'),
    await office.addLocation('Pacific/Honolulu'),
  ]
  const groups = [randomUUID() as string, randomUUID() as string]
  await office.pool.query(
    `insert into groups (org_id, id, name, type, origin) select $1, g, g, 'team', 'administrator' from unnest($2::uuid[]) g`,
    [office.orgId, groups],
  )
  const users = [
    await office.addUser(locations[0]),
    await office.addUser(locations[1]),
    await office.addUser(locations[2]),
    await office.addUser(),
  ]
  return { office, locations, users, groups }
}

const [user, location, day] = [fc.nat(3), fc.nat(2), fc.nat(DAYS - 1)]

/** Every change that can affect a day. */
const deed = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('see' as const), user, location, day, hour: fc.integer({ min: 0, max: 23 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ kind: fc.constant('plan' as const), user, day, plan: fc.constantFrom('o', 'r', 'a') },
      location: fc.option(location, { nil: null }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('book' as const), user, location, day }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unplan' as const), user, day }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), location, name: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename group' as const), group: fc.nat(1), name: fc.nat(2) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      user,
      location: fc.option(location, { nil: null }),
      group: fc.nat(1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('report from' as const), location, day: fc.option(day, { nil: null }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose' as const), user, day }) },
)
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never

const SIGNED = `'administrator', gen_random_uuid()`

const act = async ({ office, locations, users, groups }: Scene, given: Deed): Promise<unknown> => {
  const { pool, orgId } = office
  const at = (index: number | null) => (index === null ? null : (locations[index] as string))
  switch (given.kind) {
    case 'see':
      return office.see(
        users[given.user] as string,
        locations[given.location] as string,
        `${dayAt(given.day)}T${String(given.hour).padStart(2, '0')}:00:00Z`,
      )
    case 'plan':
      return pool.query(
        `insert into day_plans (org_id, user_id, day, plan, location_id, origin, changed_by, command_id)
         values ($1, $2, $3, $4, $5, 'day-plan', ${SIGNED})
         on conflict (org_id, user_id, day) do update
         set plan = excluded.plan, location_id = excluded.location_id, changed_by = excluded.changed_by, command_id = excluded.command_id`,
        [orgId, users[given.user], dayAt(given.day), given.plan, given.plan === 'o' ? at(given.location) : null],
      )
    case 'book':
      return pool.query(
        `insert into bookings (org_id, id, user_id, day, location_id, changed_by, command_id)
         select $1, gen_random_uuid(), $2, $3, $4, 'directory', gen_random_uuid()
         from day_plans where org_id = $1 and user_id = $2 and day = $3 and plan = 'o'
         on conflict do nothing`,
        [orgId, users[given.user], dayAt(given.day), locations[given.location]],
      )
    case 'unplan':
      return pool.query('delete from day_plans where org_id = $1 and user_id = $2 and day = $3', [
        orgId,
        users[given.user],
        dayAt(given.day),
      ])
    case 'rename':
      return pool.query('update locations set name = $3 where org_id = $1 and id = $2', [
        orgId,
        at(given.location),
        `${at(given.location)} ${given.name}`,
      ])
    case 'rename group':
      return pool.query('update groups set name = $3 where org_id = $1 and id = $2', [
        orgId,
        groups[given.group],
        `${groups[given.group]} ${given.name}`,
      ])
    case 'move':
      return pool.query('update users set primary_location_id = $3, primary_group_id = $4 where org_id = $1 and id = $2', [
        ...[orgId, users[given.user], at(given.location), groups[given.group]],
      ])
    case 'report from':
      return pool.query('update locations set presence_from = $3 where org_id = $1 and id = $2', [
        ...[orgId, at(given.location), given.day === null ? null : dayAt(given.day)],
      ])
    case 'lose':
      return pool.query('delete from presence_events where org_id = $1 and user_id = $2 and local_day = $3', [
        orgId,
        users[given.user],
        dayAt(given.day),
      ])
  }
}

/** The simultaneous changes of two writers at noon of a day, and whether a refresh runs meanwhile. */
const round = fc.record({
  writers: fc.array(fc.array(deed, { maxLength: 6 }), { minLength: 2, maxLength: 3 }),
  noon: fc.integer({ min: 0, max: DAYS + 1 }),
  isRefreshed: fc.boolean(),
})

/** Deeds that the rules of bookings refuse have no effect. */
const tolerate = (work: Promise<unknown>) =>
  work.catch((error: { code?: string }) => {
    if (error.code !== '23514' && error.code !== '40P01' && error.code !== 'P0001') throw error
  })

test('refreshing bit by bit, whatever happens meanwhile, comes to the same as publishing everything at the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 5 }), async (rounds) => {
      const scene = await openScene()
      const { office } = scene
      for (const { writers, noon, isRefreshed } of rounds) {
        await Promise.all([
          ...writers.map(async (deeds) => {
            for (const each of deeds) await tolerate(act(scene, each))
          }),
          isRefreshed ? refresh(office, noonUtc(dayAt(noon))) : undefined,
        ])
      }
      const end = noonUtc(dayAt(DAYS + 2))
      await refresh(office, end)
      const published = await contentOf(office)
      const positions = (await segmentsOf(office)).map(({ position }) => position)
      expect(new Set(positions).size).toBe(positions.length)
      expect(await refresh(office, end)).toMatchObject({ days: 0 })
      expect(await refresh(office, end, { all: true })).toMatchObject({ segments: 0 })
      await unpublish(office)
      await refresh(office, end)
      expect(published).toEqual(await contentOf(office))
    }),
    { numRuns: runs(10), seed: 20260302 },
  )
})
