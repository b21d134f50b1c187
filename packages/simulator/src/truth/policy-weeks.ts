import type { Company, Person, Policy } from '../company/types.ts'
import { dayNumber, weekdayOf } from '../day/calendar.ts'
import type { PolicyWeekTruth } from './calendar-rows.ts'
import { dayTypeOf } from './day-type.ts'
import type { UserDayTruth } from './rows.ts'

/** What a week knows of a day: who attended, and for whom it was time off. */
interface Noted {
  readonly day: string
  readonly attended: ReadonlySet<string>
  readonly off: ReadonlySet<string>
}

const ATTENDED = new Set<string | null>(['confirmed', 'walkIn', 'unconfirmed'])
const namesOf = (rows: readonly UserDayTruth[], isMeant: (row: UserDayTruth) => boolean) =>
  new Set(rows.filter(isMeant).map(({ userName }) => userName))

/** The policy of the department, else that of its division. */
const policyOf = ({ policies, departments }: Company, { department }: Person): Policy | undefined => {
  const { name, division } = departments[department] ?? {}
  const own = policies.find(({ groupType, groupName }) => groupType === 'department' && groupName === name)
  return own ?? policies.find(({ groupType, groupName }) => groupType === 'division' && groupName === division)
}

const resultOf = (required: number, attended: number): PolicyWeekTruth['result'] => {
  if (required === 0) return 'exempt'
  if (attended >= required) return 'met'
  return attended > 0 ? 'partly' : 'missed'
}

const isoWeek = (sunday: string): string => {
  const { yearOfWeek, weekOfYear } = Temporal.PlainDate.from(sunday)
  return `${yearOfWeek}-W${String(weekOfYear).padStart(2, '0')}`
}

/** The weeks of a history, whose days are noted one after the other. Weeks that began before it are not judged. */
export const createPolicyWeeks = (company: Company) => {
  /** The first day for which a person had a plan. */
  const plannedSince = new Map<string, string>()
  let week: Noted[] = []

  const judge = (person: Person, sunday: string): PolicyWeekTruth[] => {
    const { groupName: policyGroupName = '', rule } = policyOf(company, person) ?? {}
    if (!rule || rule.kind === 'none') return []
    const { userName, office, department } = person
    const seenSince = week.find(({ attended }) => attended.has(userName))?.day
    const [start] = [plannedSince.get(userName), seenSince].flatMap((day) => day ?? []).sort()
    if (start === undefined) return []
    const workdays = week.filter(({ day }) => weekdayOf(dayNumber(day)) < 5)
    const asked = workdays.filter(
      ({ day, off }) => day >= start && dayTypeOf(company, office, day) !== 'holiday' && !off.has(userName),
    )
    const isNamed = ({ day }: Noted) => rule.kind === 'weekdays' && rule.weekdays.includes(weekdayOf(dayNumber(day)) + 1)
    const counted = rule.kind === 'weekdays' ? asked.filter(isNamed) : week
    const required =
      rule.kind === 'weekdays'
        ? counted.length
        : Math.floor((Math.min(rule.days, workdays.length) * asked.length) / workdays.length)
    const attended = counted.filter((noted) => noted.attended.has(userName)).length
    const result = resultOf(required, attended)
    return [
      {
        ...{ type: 'policyWeek', day: sunday, userName, week: isoWeek(sunday), firstDay: week[0]?.day ?? '', lastDay: sunday },
        primaryLocationName: company.offices[office]?.name ?? '',
        primaryGroupName: company.departments[department]?.name ?? '',
        ...{ policyGroupName, policyKind: rule.kind },
        policyDays: rule.kind === 'daysPerWeek' ? rule.days : null,
        policyWeekdays: rule.kind === 'weekdays' ? rule.weekdays.join() : null,
        ...{ workdays: workdays.length, excusedDays: workdays.length - asked.length, required, attended },
        ...{ met: result === 'exempt' ? null : result === 'met', result },
      },
    ]
  }

  return {
    /** Notes the next day, and judges the week that ends with it. */
    *next(day: string, rows: readonly UserDayTruth[]): Generator<PolicyWeekTruth, void, undefined> {
      if (company.policies.length === 0) return
      if (weekdayOf(dayNumber(day)) === 0) week = []
      for (const { userName, plan } of rows) if (plan !== null && !plannedSince.has(userName)) plannedSince.set(userName, day)
      week.push({
        day,
        attended: namesOf(rows, ({ attendanceType }) => ATTENDED.has(attendanceType)),
        off: namesOf(rows, ({ planOrigin }) => planOrigin === 'time-off'),
      })
      if (week.length < 7) return
      for (const person of company.people) yield* judge(person, day)
    },
  }
}
