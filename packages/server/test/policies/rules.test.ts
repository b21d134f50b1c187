import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bench, openBench } from '../attendance/support.ts'
import { type Groups, openGroups } from './support.ts'

let bench: Bench
let office: Groups
let building: string
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())
beforeEach(async () => {
  office = await openGroups(bench)
  building = await office.addBuilding()
})

// The week from Monday 2 March 2026, and the ones after it.
const [MON, TUE, WED, THU, FRI, SAT, SUN] = [2, 3, 4, 5, 6, 7, 8].map((day) => `2026-03-0${day}`) as [string, ...string[]] &
  [string, string, string, string, string, string, string]
const NEXT_SUN = '2026-03-15'
const THREE_DAYS = { kind: 'daysPerWeek', days: 3 } as const
const START = '2026-01-01'

const personWith = async (rule: Parameters<Groups['setPolicy']>[2] = THREE_DAYS) => {
  const group = await office.addGroup()
  await office.setPolicy(group, START, rule)
  return office.addPerson(group, building)
}

describe('days per week', () => {
  it('are met, partly met or missed by days on which the person was seen', async () => {
    const [all, some, none] = [await personWith(), await personWith(), await personWith()]
    await office.come(all, building, MON, WED, SAT)
    await office.come(some, building, MON, TUE)
    expect(await office.weeksOf(all, SUN)).toEqual([`${SUN} 3/3 met`])
    expect(await office.weeksOf(some, SUN)).toEqual([`${SUN} 2/3 partly`])
    expect(await office.weeksOf(none, SUN)).toEqual([`${SUN} 0/3 missed`])
  })

  it('count at any building, and several times on one day once', async () => {
    const person = await personWith()
    const other = await office.addBuilding()
    await office.come(person, building, MON, MON)
    await office.come(person, other, MON, TUE)
    expect(await office.weeksOf(person, SUN)).toEqual([`${SUN} 2/3 partly`])
  })

  it('are not more than the working days', async () => {
    const person = await personWith({ kind: 'daysPerWeek', days: 6 })
    await office.come(person, building, MON, TUE, WED, THU, FRI)
    expect(await office.weeksOf(person, SUN)).toEqual([`${SUN} 5/5 met`])
  })

  it('have no row before the week is over at the building', async () => {
    const person = await personWith()
    await office.run(`update locations set time_zone = 'America/New_York' where org_id = $1`)
    expect(await office.weeksOf(person, SUN, SUN, '2026-03-09T03:59:59Z')).toEqual([])
    expect(await office.weeksOf(person, SUN, SUN, '2026-03-09T04:00:00Z')).toEqual([`${SUN} 0/3 missed`])
  })

  it('count a day planned where presence is not reported', async () => {
    const silent = await office.addBuilding(false)
    const group = await office.addGroup()
    await office.setPolicy(group, START, THREE_DAYS)
    const person = await office.addPerson(group, silent)
    await office.plan(person, 'o', [MON, TUE])
    await office.plan(person, 'r', [WED])
    expect(await office.weeksOf(person, SUN)).toEqual([`${SUN} 2/3 partly`])
  })
})

it('a week that began before anything was recorded is not judged', async () => {
  office = await openGroups(bench, TUE)
  building = await office.addBuilding()
  const person = await personWith()
  expect(await office.weeksOf(person, SUN, NEXT_SUN)).toEqual([`${NEXT_SUN} 0/3 missed`])
})

it('a week is judged if plans of days before it were recorded, also when retention has removed them', async () => {
  office = await openGroups(bench, TUE)
  building = await office.addBuilding()
  const person = await personWith()
  const retain = (rows: object) =>
    office.run(
      `insert into retention_runs (org_id, kind, through, rows) values ($1, 'presence', '2026-03-01', $2)`,
      JSON.stringify(rows),
    )
  await retain({})
  expect(await office.weeksOf(person, SUN)).toEqual([])
  await retain({ day_plans: 1 })
  expect(await office.weeksOf(person, SUN)).toEqual([`${SUN} 0/3 missed`])
})

describe('named weekdays', () => {
  it('count only attendance of those days', async () => {
    const person = await personWith({ kind: 'weekdays', weekdays: [2, 4] })
    await office.come(person, building, MON, TUE, WED)
    expect(await office.weeksOf(person, SUN)).toEqual([`${SUN} 1/2 partly`])
  })

  it('leave out holidays and weekends', async () => {
    const person = await personWith({ kind: 'weekdays', weekdays: [2, 4, 6] })
    await office.run(`insert into holidays (org_id, location_id, day, name) values ($1, $2, $3, 'Holiday')`, building, TUE)
    await office.come(person, building, TUE, SAT)
    expect(await office.weeksOf(person, SUN)).toEqual([`${SUN} 0/1 missed`])
    await office.come(person, building, THU)
    expect(await office.weeksOf(person, SUN)).toEqual([`${SUN} 1/1 met`])
  })
})

describe('what is required is reduced in proportion, rounded down,', () => {
  it('by time off: 3 of 5 days are 2 of 4, 1 of 3, 1 of 2 and 0 of 1', async () => {
    const results = []
    for (const off of [[MON], [MON, TUE], [MON, TUE, WED], [MON, TUE, WED, THU], [MON, TUE, WED, THU, FRI]]) {
      const person = await personWith()
      await office.takeOff(person, ...off)
      results.push(...(await office.weeksOf(person, SUN)))
    }
    expect(results.map((each) => each.slice(11))).toEqual(['0/2 missed', '0/1 missed', '0/1 missed', '0/0 exempt', '0/0 exempt'])
  })

  it('by time off on working days only, and not by days that people call away themselves', async () => {
    const person = await personWith()
    await office.takeOff(person, SAT, SUN)
    await office.plan(person, 'a', [MON, TUE])
    expect(await office.weeksOf(person, SUN)).toEqual([`${SUN} 0/3 missed`])
  })

  it('by holidays and closures of the primary building, not of others', async () => {
    const person = await personWith()
    const other = await office.addBuilding()
    const add = (where: string) =>
      office.run(
        `insert into closures (org_id, id, location_id, first_day, last_day, reason) values ($1, $2, $3, $4, $5, 'Move')`,
        ...[randomUUID(), where, THU, SUN],
      )
    await add(other)
    expect(await office.weeksOf(person, SUN)).toEqual([`${SUN} 0/3 missed`])
    await add(building)
    expect(await office.weeksOf(person, SUN)).toEqual([`${SUN} 0/1 missed`])
    await office.run(`insert into holidays (org_id, location_id, day, name) values ($1, $2, $3, 'Holiday')`, building, WED)
    expect(await office.weeksOf(person, SUN)).toEqual([`${SUN} 0/1 missed`])
    await office.run(`insert into holidays (org_id, location_id, day, name) values ($1, $2, $3, 'Holiday')`, building, TUE)
    expect(await office.weeksOf(person, SUN)).toEqual([`${SUN} 0/0 exempt`])
  })

  it('by outages without presence; planned days of an outage count as attended', async () => {
    const [absent, planned, seen] = [await personWith(), await personWith(), await personWith()]
    await office.run(
      `insert into outages (org_id, id, location_id, first_day, last_day, status) values ($1, $2, $3, $4, $5, 'accepted')`,
      ...[randomUUID(), building, MON, TUE],
    )
    await office.plan(planned, 'o', [MON, TUE])
    await office.come(seen, building, MON)
    expect(await office.weeksOf(absent, SUN)).toEqual([`${SUN} 0/1 missed`])
    expect(await office.weeksOf(planned, SUN)).toEqual([`${SUN} 2/3 partly`])
    expect(await office.weeksOf(seen, SUN)).toEqual([`${SUN} 1/2 partly`])
  })

  it('for people who joined or left within the week, who have no row of other weeks', async () => {
    const group = await office.addGroup()
    await office.setPolicy(group, START, THREE_DAYS)
    const joined = await office.addPerson(group, building, WED)
    const left = await office.addPerson(group, building)
    await office.run(`update users set status = 'inactive' where org_id = $1 and id = $2`, left)
    await office.run(`update users set inactive_since = $3 where org_id = $1 and id = $2`, left, `${WED}T09:00:00Z`)
    expect(await office.weeksOf(joined, '2026-03-01', NEXT_SUN)).toEqual([`${SUN} 0/1 missed`, `${NEXT_SUN} 0/3 missed`])
    expect(await office.weeksOf(left, '2026-03-01', NEXT_SUN)).toEqual(['2026-03-01 0/3 missed', `${SUN} 0/1 missed`])
  })
})

it('people whose history was loaded before their account are judged from their first day in a week on, whatever is asked for', async () => {
  const person = await personWith()
  await office.run(`update users set created_at = '2026-10-01' where org_id = $1 and id = $2`, person)
  await office.come(person, building, WED, '2026-03-12')
  const weeks = [`${SUN} 1/1 met`, `${NEXT_SUN} 1/1 met`]
  expect(await office.weeksOf(person, SUN, NEXT_SUN)).toEqual(weeks)
  expect(await office.weeksOf(person, NEXT_SUN)).toEqual(weeks.slice(1))
  await personWith({ kind: 'daysPerMonth', days: 8 })
  expect(await office.weeksOf(person, NEXT_SUN)).toEqual(weeks.slice(1))
})

it('a user who becomes inactive is judged until then, and again when active', async () => {
  const person = await personWith()
  const since = async () =>
    (await office.run('select inactive_since is not null as gone from users where org_id = $1 and id = $2', person))[0]
  await office.run(`update users set status = 'inactive' where org_id = $1 and id = $2`, person)
  expect(await since()).toEqual({ gone: true })
  await office.run(`update users set status = 'active' where org_id = $1 and id = $2`, person)
  expect(await since()).toEqual({ gone: false })
})

describe('a user who was inactive for a while', () => {
  const beInactive = (person: string, since: string, until: string) =>
    office.run(
      'update users set inactive_times = array[$3, $4]::timestamptz[] where org_id = $1 and id = $2',
      ...[person, since, until],
    )

  it('has the same weeks of that time after returning as before', async () => {
    const person = await personWith()
    await office.run(`update users set status = 'inactive' where org_id = $1 and id = $2`, person)
    await office.run('update users set inactive_since = $3 where org_id = $1 and id = $2', person, `${WED}T09:00:00Z`)
    const weeks = () => office.weeksOf(person, '2026-03-01', '2026-03-22')
    // Monday and Tuesday are two of five working days: 3 days * 2/5, rounded down.
    const before = ['2026-03-01 0/3 missed', `${SUN} 0/1 missed`]
    expect(await weeks()).toEqual(before)
    await office.run(`update users set status = 'active' where org_id = $1 and id = $2`, person)
    expect(await weeks()).toEqual(before)
  })

  it('has the same weeks as before after becoming active for the first time, with plans of before and without', async () => {
    const group = await office.addGroup()
    await office.setPolicy(group, START, THREE_DAYS)
    const addInactive = async () => {
      const id = randomUUID() as string
      await office.run(
        `insert into users (org_id, id, user_name, status, primary_location_id, primary_group_id, created_at)
         values ($1, $2, $3, 'inactive', $4, $5, '2025-01-01')`,
        ...[id, `user-${id}`, building, group],
      )
      return id
    }
    const [later, before] = [await addInactive(), await addInactive()]
    await office.plan(before, 'r', [MON, TUE])
    const weeks = async () => [
      await office.weeksOf(later, '2026-03-01', '2026-03-22'),
      await office.weeksOf(before, '2026-03-01', '2026-03-22'),
    ]
    const inactive = [[], ['2026-03-01 0/3 missed', `${SUN} 0/1 missed`]]
    expect(await weeks()).toEqual(inactive)
    await office.run(`update users set status = 'active' where org_id = $1 and primary_group_id = $2`, group)
    expect(await weeks()).toEqual(inactive)
  })

  it('is judged by the days before it and from the day of return on, in proportion', async () => {
    const person = await personWith()
    // From Wednesday to Wednesday: Monday and Tuesday are left of the one week, Thursday and Friday of the other.
    await beInactive(person, `${WED}T09:00:00Z`, '2026-03-12T09:00:00Z')
    const weeks = [`${SUN} 0/1 missed`, `${NEXT_SUN} 0/1 missed`, '2026-03-22 0/3 missed']
    expect(await office.weeksOf(person, SUN, '2026-03-22')).toEqual(weeks)
    await office.come(person, building, '2026-03-11', '2026-03-12')
    expect(await office.weeksOf(person, NEXT_SUN)).toEqual([`${NEXT_SUN} 1/1 met`])
  })

  it('has no row of weeks without any day on which the user was active', async () => {
    const person = await personWith()
    await beInactive(person, `${WED}T09:00:00Z`, '2026-03-17T09:00:00Z')
    // Tuesday to Friday are four of five working days: 3 days * 4/5, rounded down.
    expect(await office.weeksOf(person, SUN, '2026-03-22')).toEqual([`${SUN} 0/1 missed`, '2026-03-22 0/2 missed'])
  })

  it('is not asked for fewer days if that was only for a part of a day', async () => {
    const person = await personWith()
    for (const status of ['inactive', 'active']) {
      await office.run('update users set status = $3 where org_id = $1 and id = $2', person, status)
    }
    const times = await office.run('select inactive_times as times from users where org_id = $1 and id = $2', person)
    expect(times).toEqual([{ times: [] }])
  })
})

describe('a policy', () => {
  it('holds for the groups below, unless one has its own or none', async () => {
    const top = await office.addGroup()
    const middle = await office.addGroup(top)
    const [below, freed, own] = [await office.addGroup(middle), await office.addGroup(middle), await office.addGroup(middle)]
    await office.setPolicy(top, START, THREE_DAYS)
    await office.setPolicy(freed, START, { kind: 'none' })
    await office.setPolicy(own, START, { kind: 'daysPerWeek', days: 1 })
    const weeks = async (group: string) => office.weeksOf(await office.addPerson(group, building), SUN)
    expect(await weeks(top)).toEqual([`${SUN} 0/3 missed`])
    expect(await weeks(below)).toEqual([`${SUN} 0/3 missed`])
    expect(await weeks(freed)).toEqual([])
    expect(await weeks(await office.addGroup(freed))).toEqual([])
    expect(await weeks(own)).toEqual([`${SUN} 0/1 missed`])
    expect(await weeks(await office.addGroup())).toEqual([])
  })

  it('begins with the first whole week, and a later one of the group replaces it', async () => {
    const group = await office.addGroup()
    await office.setPolicy(group, '2026-02-23', { kind: 'daysPerWeek', days: 1 })
    await office.setPolicy(group, TUE, { kind: 'daysPerWeek', days: 2 })
    const person = await office.addPerson(group, building)
    expect(await office.weeksOf(person, '2026-02-22', NEXT_SUN)).toEqual([
      '2026-03-01 0/1 missed',
      `${SUN} 0/1 missed`,
      `${NEXT_SUN} 0/2 missed`,
    ])
  })

  it('is that of the group to which the person belonged on the first day of the week', async () => {
    const [before, after] = [await office.addGroup(), await office.addGroup()]
    await office.setPolicy(before, START, { kind: 'daysPerWeek', days: 1 })
    await office.setPolicy(after, START, { kind: 'daysPerWeek', days: 4 })
    const person = await office.addPerson(after, building)
    await office.run(
      'insert into user_moves (org_id, user_id, before, primary_location_id, primary_group_id) values ($1, $2, $3, $4, $5)',
      ...[person, WED, building, before],
    )
    expect(await office.weeksOf(person, SUN, NEXT_SUN)).toEqual([`${SUN} 0/1 missed`, `${NEXT_SUN} 0/4 missed`])
  })
})

describe('days per month', () => {
  const EIGHT = { kind: 'daysPerMonth', days: 8 } as const

  it('have one row, in the week in which the last day of the month is', async () => {
    const person = await personWith(EIGHT)
    await office.come(person, building, '2026-02-27', MON, TUE, '2026-03-31', '2026-04-01')
    // February ends on a Saturday, March on a Tuesday, April on a Thursday and May on a Sunday.
    expect(await office.weeksOf(person, '2026-02-25', '2026-06-01')).toEqual([
      '2026-03-01 1/8 partly',
      '2026-04-05 3/8 partly',
      '2026-05-03 1/8 partly',
      '2026-05-31 0/8 missed',
    ])
  })

  it('are reduced in proportion to the working days of the month', async () => {
    const person = await personWith(EIGHT)
    // March 2026 has 22 working days: 8 × 12 / 22 is 4.36.
    await office.takeOff(
      person,
      MON,
      TUE,
      WED,
      THU,
      FRI,
      ...[9, 10, 11, 12, 13].map((day) => `2026-03-${String(day).padStart(2, '0')}`),
    )
    expect(await office.weeksOf(person, '2026-04-05')).toEqual(['2026-04-05 0/4 missed'])
  })

  it('begin with a whole month, and a month that has started is finished', async () => {
    const group = await office.addGroup()
    await office.setPolicy(group, '2026-02-10', EIGHT)
    await office.setPolicy(group, '2026-03-16', THREE_DAYS)
    const person = await office.addPerson(group, building)
    expect(await office.weeksOf(person, '2026-02-15', '2026-04-05')).toEqual([
      '2026-03-22 0/3 missed',
      '2026-03-29 0/3 missed',
      '2026-04-05 0/8 missed',
      '2026-04-05 0/3 missed',
    ])
  })
})
