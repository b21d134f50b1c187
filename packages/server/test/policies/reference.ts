import type { JudgedWeek, Rule } from './support.ts'

/** Everything that decides about one person, as plain data. Group 0 is the top; each has at most one parent. */
export interface Life {
  readonly parents: readonly (number | null)[]
  readonly policies: readonly { readonly group: number; readonly from: string; readonly rule: Rule }[]
  readonly buildings: readonly Calendar[]
  readonly people: readonly Person[]
}

interface Calendar {
  readonly workingDays: readonly number[]
  readonly reports: boolean
  readonly holidays: readonly string[]
  readonly outages: readonly string[]
}

interface Person {
  readonly userId: string
  readonly group: number
  readonly building: number
  readonly joined: string
  readonly seen: readonly string[]
  readonly office: readonly string[]
  readonly off: readonly string[]
}

const date = (day: string) => Temporal.PlainDate.from(day)
const daysOf = (first: string, last: string) =>
  Array.from({ length: date(first).until(date(last)).days + 1 }, (_, n) => date(first).add({ days: n }).toString())
const weekday = (day: string) => date(day).dayOfWeek

/** The policy that counts for a group on a day: its latest that has started, else that of its parent. */
const ruleOf = (life: Life, group: number, day: string): Rule => {
  const own = life.policies.filter((policy) => policy.group === group && policy.from <= day)
  const latest = own.sort((a, b) => (a.from < b.from ? 1 : -1))[0]
  if (latest) return latest.rule
  const parent = life.parents[group]
  return parent === null || parent === undefined ? { kind: 'none' } : ruleOf(life, parent, day)
}

const judgeDays = (person: Person, calendar: Calendar, rule: Rule, days: readonly string[]) => {
  const workdays = days.filter((day) => calendar.workingDays.includes(weekday(day)))
  const isOpen = (day: string) => !calendar.holidays.includes(day)
  const isPlanned = (day: string) => person.office.includes(day) && isOpen(day)
  const isUnreported = (day: string) => !calendar.reports || calendar.outages.includes(day)
  const came = (day: string) => person.seen.includes(day) || (isPlanned(day) && isUnreported(day))
  const isAsked = (day: string) =>
    day >= person.joined && isOpen(day) && !person.off.includes(day) && (came(day) || !calendar.outages.includes(day))
  const asked = workdays.filter(isAsked)
  if (rule.kind === 'weekdays') {
    const named = asked.filter((day) => rule.weekdays.includes(weekday(day)))
    return { required: named.length, attended: named.filter(came).length }
  }
  const wanted = Math.min(rule.kind === 'none' ? 0 : rule.days, workdays.length)
  return {
    required: workdays.length === 0 ? 0 : Math.floor((wanted * asked.length) / workdays.length),
    attended: days.filter((day) => day >= person.joined && came(day)).length,
  }
}

const resultOf = ({ required, attended }: { required: number; attended: number }): string => {
  if (required === 0) return 'exempt'
  return attended >= required ? 'met' : attended > 0 ? 'partly' : 'missed'
}

/** What policies require, by counting day after day. */
export const judgePlainly = (life: Life, firstDay: string, lastDay: string): JudgedWeek[] => {
  const weeks: JudgedWeek[] = []
  for (const person of life.people) {
    for (const sunday of daysOf(firstDay, lastDay).filter((day) => weekday(day) === 7)) {
      const monday = date(sunday).subtract({ days: 6 }).toString()
      const monthEnd = daysOf(monday, sunday).find((day) => date(day).day === date(day).daysInMonth)
      const spans = [{ first: monday, last: sunday, isMonth: false }]
      if (monthEnd) spans.unshift({ first: `${monthEnd.slice(0, 7)}-01`, last: monthEnd, isMonth: true })
      for (const { first, last, isMonth } of spans) {
        if (person.joined > last) continue
        const start = person.joined > first ? person.joined : first
        const rule = ruleOf(life, person.group, start)
        if (rule.kind === 'none' || (rule.kind === 'daysPerMonth') !== isMonth) continue
        const counted = judgeDays(person, life.buildings[person.building] as Calendar, rule, daysOf(first, last))
        weeks.push({ userId: person.userId, day: sunday, firstDay: first, ...counted, result: resultOf(counted) })
      }
    }
  }
  const keyOf = ({ userId, day, firstDay: first }: JudgedWeek) => userId + day + first
  return weeks.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}
