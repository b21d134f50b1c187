import type { Bench } from '../attendance/support.ts'
import { openAnalyticsOffice } from './office.ts'

export const MONDAY = '2026-03-30'
export const TUESDAY = '2026-03-31'
export const WEDNESDAY = '2026-04-01'

/** Three days around the end of a month, of which the first two are published. */
export const openLived = async (bench: Bench) => {
  const office = await openAnalyticsOffice(bench)
  const [here, there] = [await office.addBuilding(), await office.addBuilding()]
  const team = await office.addGroup()
  const other = await office.addGroup()
  const people = [
    await office.addMember(here.building, team),
    await office.addMember(here.building, other),
    await office.addMember(there.building, team),
    await office.addMember(null, null),
  ] as const
  for (const day of [MONDAY, TUESDAY, WEDNESDAY]) {
    await office.plan(people[0], day, 'o')
    await office.bookAt(people[0], day, here.building, here.zone, here.desks[0])
    await office.seeAt(people[0], here.desks[0] as string, `${day}T08:10:00Z`)
    await office.plan(people[1], day, 'o')
    await office.bookAt(people[1], day, here.building, here.neighborhood)
    await office.plan(people[2], day, day === MONDAY ? 'o' : 'r')
    await office.see(people[3], there.building, `${day}T09:59:59Z`, `${day}T10:00:00Z`)
    await office.occupy(here.room, `${day}T09:50:00Z`, true)
    await office.occupy(here.room, `${day}T11:00:00Z`, false)
  }
  await office.refreshAt(WEDNESDAY)
  return { office, here, there, team, other, people }
}
export type Lived = Awaited<ReturnType<typeof openLived>>

/** The changes that happen after days were published. */
export const CHANGES: Record<string, (lived: Lived) => Promise<unknown>> = {
  'a late event of a missing user': ({ office, people, here }) => office.see(people[1], here.building, `${MONDAY}T23:30:00Z`),
  'a late event at a desk without a booking': ({ office, people, here }) =>
    office.seeAt(people[0], here.desks[1] as string, `${TUESDAY}T12:00:00Z`),
  'a late event of a seen user in another hour': ({ office, people, here }) =>
    office.seeAt(people[0], here.desks[0] as string, `${MONDAY}T15:00:00Z`),
  'presence that is taken back': ({ office, people }) =>
    office.run(`delete from presence_events where org_id = $1 and user_id = $2`, people[0]),
  'a plan that is corrected': ({ office, people }) =>
    office.run(
      `update day_plans set plan = 'r', changed_by = 'directory', command_id = gen_random_uuid()
       where org_id = $1 and user_id = $2 and day = '${MONDAY}'`,
      people[2],
    ),
  'a booking that is canceled': ({ office, people }) =>
    office.run(
      `update bookings set status = 'cancelled', changed_by = 'directory', command_id = gen_random_uuid()
       where org_id = $1 and user_id = $2 and day = '${TUESDAY}'`,
      people[0],
    ),
  'everything gone of a day in one building': async ({ office, people }) => {
    await office.run(`delete from presence_events where org_id = $1 and user_id = $2`, people[3])
    await office.run(`delete from day_plans where org_id = $1 and user_id = $2`, people[2])
  },
  'occupancy that comes late': ({ office, there }) => office.occupy(there.room, `${MONDAY}T06:00:00Z`, true),
  'occupancy that is taken back': ({ office }) => office.run('delete from occupancy_events where org_id = $1'),
  'occupancy of a day without anything else': ({ office, here }) => office.occupy(here.room, '2026-03-01T06:00:00Z', true),
  'another group above': ({ office, team, other }) =>
    office.run('update groups set parent_id = $3 where org_id = $1 and id = $2', team, other),
  'a group that gets another name': ({ office, team }) =>
    office.run(`update groups set name = 'X' where org_id = $1 and id = $2`, team),
  'a user who gets a group for the first time': ({ office, people, team }) =>
    office.run('update users set primary_group_id = $3 where org_id = $1 and id = $2', people[3], team),
  'a user who moves to another group': ({ office, people, other }) =>
    office.run('update users set primary_group_id = $3 where org_id = $1 and id = $2', people[0], other),
  'a user who moves to another building': ({ office, people, here }) =>
    office.run('update users set primary_location_id = $3 where org_id = $1 and id = $2', people[2], here.building),
  'a move that began in the past': ({ office, people, other }) =>
    office.run(
      `with moved as (
        insert into user_moves (org_id, user_id, before, primary_group_id) values ($1, $2, '${TUESDAY}', $3)
      )
      insert into day_change_ticks (org_id, topic, day, reason) values ($1, 'directory', '${MONDAY}', 'corrected')`,
      ...[people[0], other],
    ),
  'a clock that was an hour wrong': ({ office, here }) =>
    office.run(`update locations set time_zone = 'Europe/London' where org_id = $1 and id = $2`, here.building),
  'a clock that was half a day wrong': ({ office, there }) =>
    office.run(`update locations set time_zone = 'Pacific/Auckland' where org_id = $1 and id = $2`, there.building),
  'presence that was not reported': ({ office, here }) =>
    office.run(`update locations set presence_from = '${TUESDAY}' where org_id = $1 and id = $2`, here.building),
}
