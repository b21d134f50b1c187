import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runs } from '../../src/testing/runs.ts'
import { createTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts'
import { openHistory } from './support.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.[Symbol.asyncDispose]())

const DESKS = 3
const USERS = 3

const change = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), desk: fc.nat(DESKS - 1), zone: fc.constantFrom('south', 'north', 'attic') }),
  fc.record({ kind: fc.constant('assign' as const), desk: fc.nat(DESKS - 1), user: fc.option(fc.nat(USERS - 1)) }),
  fc.record({ kind: fc.constant('close' as const), desk: fc.nat(DESKS - 1), isOpen: fc.boolean() }),
  fc.record({ kind: fc.constant('moveAll' as const), zone: fc.constantFrom('south', 'north', 'attic') }),
  fc.record({ kind: fc.constant('join' as const), users: fc.uniqueArray(fc.nat(USERS - 1), { minLength: 1 }) }),
  fc.record({ kind: fc.constant('leave' as const), users: fc.uniqueArray(fc.nat(USERS - 1), { minLength: 1 }) }),
)
/** The changes of each day, and how many days later it is. */
const days = fc.array(fc.record({ later: fc.integer({ min: 1, max: 3 }), changes: fc.array(change, { maxLength: 6 }) }), {
  maxLength: 6,
})

it('the history of every day equals a replay of all changes until then', async () => {
  await fc.assert(
    fc.asyncProperty(days, async (all) => {
      const office = await openHistory(database)
      const { orgId, run, zones } = office
      const [users, [group], desks] = [await office.addUsers(USERS), await office.addGroups(1), await office.addDesks(DESKS)]
      const state = {
        desks: desks.map(() => ({ zone: zones.south, assignee: null as string | null, status: 'active' })),
        members: new Set<string>(),
      }
      const shown = () => ({
        desks: state.desks.map((desk) => ({ ...desk })),
        members: users.filter((id) => state.members.has(id)),
      })
      /** The state at the end of each day, in the order of days. */
      const replay = [shown()]
      const desk = (index: number) => state.desks[index] as (typeof state.desks)[number]
      const update = (index: number, set: string, ...values: unknown[]) =>
        run(`update places set ${set} where org_id = $1 and id = $2`, orgId, desks[index], ...values)
      for (const { later, changes } of all) {
        await office.pass(later)
        for (let day = 1; day < later; day++) replay.push(shown())
        for (const each of changes) {
          if (each.kind === 'move') {
            desk(each.desk).zone = zones[each.zone]
            await update(each.desk, 'zone_id = $3', zones[each.zone])
          } else if (each.kind === 'assign') {
            desk(each.desk).assignee = each.user === null ? null : (users[each.user] as string)
            await update(each.desk, 'assigned_user_id = $3', desk(each.desk).assignee)
          } else if (each.kind === 'close') {
            desk(each.desk).status = each.isOpen ? 'active' : 'inactive'
            await update(each.desk, 'status = $3', desk(each.desk).status)
          } else if (each.kind === 'moveAll') {
            for (const one of state.desks) one.zone = zones[each.zone]
            await run('update places set zone_id = $2 where org_id = $1', orgId, zones[each.zone])
          } else {
            const ids = each.users.map((index) => users[index] as string)
            for (const id of ids) each.kind === 'join' ? state.members.add(id) : state.members.delete(id)
            await (each.kind === 'join'
              ? run(
                  'insert into group_members (org_id, group_id, user_id) select $1, $2, unnest($3::uuid[]) on conflict do nothing',
                  orgId,
                  group,
                  ids,
                )
              : run('delete from group_members where org_id = $1 and group_id = $2 and user_id = any ($3)', orgId, group, ids))
          }
        }
        replay.push(shown())
      }
      const today = await office.today()
      const read = []
      for (let ago = replay.length - 1; ago >= 0; ago--) {
        const day = `'${today}'::date - ${ago}`
        const valid = `valid_from <= ${day} and (valid_to is null or ${day} < valid_to)`
        const rows = await run<{ id: string; zone: string; assignee: string | null; status: string }>(
          `select place_id as id, zone_id as zone, assigned_user_id as assignee, status from desk_history where org_id = $1 and ${valid}`,
          orgId,
        )
        const members = await run<{ id: string }>(
          `select user_id as id from group_member_history where org_id = $1 and ${valid.replaceAll(today, await office.today('UTC'))}`,
          orgId,
        )
        expect(rows).toHaveLength(DESKS)
        read.push({
          desks: desks.map((id) => {
            const { zone, assignee, status } = rows.find((row) => row.id === id) ?? {}
            return { zone, assignee, status }
          }),
          members: users.filter((id) => members.some((member) => member.id === id)),
        })
      }
      expect(read).toEqual(replay)
      // Without the rows that say the same twice.
      const [repeated] = await run<{ count: number }>(
        `select count(*)::int from desk_history a join desk_history b on b.org_id = a.org_id and b.place_id = a.place_id
           and b.valid_from = a.valid_to and (b.zone_id, b.assigned_user_id, b.status) is not distinct from (a.zone_id, a.assigned_user_id, a.status)
         where a.org_id = $1`,
        orgId,
      )
      expect(repeated?.count).toBe(0)
    }),
    { numRuns: runs(20) },
  )
})
