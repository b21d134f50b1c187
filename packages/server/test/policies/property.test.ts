import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runs } from '../../src/testing/runs.ts'
import { type Bench, openBench } from '../attendance/support.ts'
import { refresh } from '../refresh/support.ts'
import { judgePlainly, type Life } from './reference.ts'
import { type JudgedWeek, LATER, openGroups, type Rule } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const FIRST = '2026-03-30'
const LAST = '2026-06-14'
const SUNDAYS = Array.from({ length: 11 }, (_, week) => Temporal.PlainDate.from('2026-04-05').add({ weeks: week }).toString())
const AFTER = new Date('2026-06-16T12:00:00Z')
let lives = 0
const day = fc.integer({ min: -35, max: 76 }).map((n) => Temporal.PlainDate.from(FIRST).add({ days: n }).toString())
const someDays = (maxLength: number) => fc.uniqueArray(day, { maxLength, size: 'max' })
const count = (max: number) => fc.integer({ min: 1, max })
const rule: fc.Arbitrary<Rule> = fc.oneof(
  fc.constant({ kind: 'none' as const }),
  fc.record({ kind: fc.constant('daysPerWeek' as const), days: count(7) }),
  fc.record({ kind: fc.constant('daysPerMonth' as const), days: count(31) }),
  fc.record({ kind: fc.constant('weekdays' as const), weekdays: fc.uniqueArray(count(7), { minLength: 1 }) }),
)
const [GROUPS, BUILDINGS, PEOPLE] = [8, 3, 25]
const all = <T>(length: number, each: fc.Arbitrary<T>) => fc.array(each, { minLength: length, maxLength: length })

const life = fc.record({
  publishedThrough: day,
  parents: all(GROUPS, fc.option(fc.nat(100), { nil: null, freq: 4 })).map((given) =>
    given.map((parent, group) => (parent === null || group === 0 ? null : parent % group)),
  ),
  policies: fc.uniqueArray(fc.record({ group: fc.nat(GROUPS - 1), from: day, rule }), {
    selector: ({ group, from }) => `${group} ${from}`,
    maxLength: 12,
    size: 'max',
  }),
  buildings: all(
    BUILDINGS,
    fc.record({
      workingDays: fc.uniqueArray(count(7), { maxLength: 7, size: 'max' }),
      ...{ reports: fc.boolean(), holidays: someDays(6), outages: someDays(6) },
    }),
  ),
  people: all(
    PEOPLE,
    fc.record({
      ...{ group: fc.nat(GROUPS - 1), building: fc.nat(BUILDINGS - 1), joined: fc.oneof(day, fc.constant('2025-01-01')) },
      ...{ seen: someDays(40), office: someDays(40), off: someDays(8) },
    }),
  ),
})

it('people are judged as by counting their days one after the other, published or not', async () => {
  await fc.assert(
    fc.asyncProperty(life, async (given) => {
      const office = await openGroups(bench)
      const groups: string[] = []
      for (const parent of given.parents) groups.push(await office.addGroup(parent === null ? null : (groups[parent] as string)))
      for (const { group, from, rule: of } of given.policies) await office.setPolicy(groups[group] as string, from, of)
      const buildings: string[] = []
      for (const { workingDays, reports, holidays, outages } of given.buildings) {
        const id = await office.addBuilding(reports)
        buildings.push(id)
        await office.run('update locations set working_days = $3 where org_id = $1 and id = $2', id, workingDays)
        const entries = [
          [`insert into holidays (org_id, location_id, day, name) select $1, $2, day, 'Holiday'`, holidays],
          [
            `insert into outages (org_id, id, location_id, first_day, last_day, status)
             select $1, gen_random_uuid(), $2, day, day, 'accepted'`,
            outages,
          ],
        ] as const
        for (const [insert, days] of entries) await office.run(`${insert} from unnest($3::date[]) day`, id, days)
      }
      // Presence is reported by a building of its own, so that the others report it or not as given.
      const elsewhere = await office.addBuilding()
      const people: Life['people'][number][] = []
      for (const person of given.people) {
        // What happened before the person joined would be a sign that they had joined earlier.
        const since = (days: readonly string[]) => days.filter((each) => each >= person.joined)
        const off = since(person.off)
        const planned = since(person.office).filter((each) => !off.includes(each))
        const userId = await office.addPerson(groups[person.group] as string, buildings[person.building] as string, person.joined)
        const lived = { ...person, userId, seen: since(person.seen), office: planned, off }
        await office.come(userId, elsewhere, ...lived.seen)
        await office.plan(userId, 'o', lived.office)
        await office.takeOff(userId, ...lived.off)
        people.push(lived)
      }
      const judged = judgePlainly({ ...given, people }, FIRST, LAST)
      expect(await office.judge(FIRST, LAST)).toEqual(judged)
      /** Each week is asked for by itself, which must not change it. */
      const judgeEach = async (through: string | null) => {
        const weeks: JudgedWeek[] = []
        for (const sunday of SUNDAYS) weeks.push(...(await office.judge(sunday, sunday, null, LATER, through)))
        const keyOf = ({ userId, day: sunday, firstDay }: JudgedWeek) => userId + sunday + firstDay
        return weeks.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
      }
      expect(await judgeEach(null)).toEqual(judged)
      // Publishing takes longer than all the rest.
      lives += 1
      if (lives % 4 !== 1) return
      await refresh(office, AFTER)
      for (const through of [LAST, given.publishedThrough]) {
        expect(await office.judge(FIRST, LAST, null, LATER, through), through).toEqual(judged)
        expect(await judgeEach(through), through).toEqual(judged)
      }
    }),
    { numRuns: runs(4) },
  )
})
