import type { AttendanceRule, DayExplanation } from '@rollcall/contract'
import type { Attendance } from '../attendance/attendance-service.ts'
import { closedWords, type SpecialDay } from './special-day.ts'

type Rule = DayExplanation['rule']

export interface RuleFacts {
  readonly attendance: Attendance | undefined
  readonly plan: DayExplanation['plan']
  readonly plannedLocation: DayExplanation['plannedLocation']
  /** What the calendar of the building of an office plan says; undefined if nothing. */
  readonly special: SpecialDay | undefined
  /** Taken from the counted events in chronological order. */
  readonly counted: readonly { locationName: string; sourceId: string; timestamp: string }[]
  /** The local time of the attendance location. */
  readonly timeZone: string
}

/**
 * Returns the rule that led to the attendance. It is derived from the stored result and never decides attendance a second time.
 */
const codeOf = (attendance: Attendance | undefined, special: SpecialDay | undefined): AttendanceRule => {
  if (!attendance) return 'nothingKnown'
  const { attendanceType, plan, checkedInAt, firstSeenAt } = attendance
  if (checkedInAt && !firstSeenAt) return 'checkedIn'
  switch (attendanceType) {
    case 'confirmed':
      return 'seenAsPlanned'
    case 'noShow':
      return 'plannedNotSeen'
    case 'unconfirmed':
      return 'plannedNotReported'
    case 'walkIn':
      return plan === 'o' ? 'seenElsewhere' : 'seenWithoutOfficePlan'
    case null:
      if (plan === 'o') return 'dayNotOver'
      return plan === null && special?.dayType ? 'buildingClosed' : 'noOfficePlan'
  }
}

const localTime = (timestamp: string, timeZone: string): string =>
  Temporal.Instant.from(timestamp).toZonedDateTimeISO(timeZone).toPlainTime().toString({ smallestUnit: 'minute' })

const PLAN_WORDS = { o: 'Planned for the office', r: 'Planned remote', a: 'Planned away' }

const sentence = (code: AttendanceRule, { attendance, plan, plannedLocation, special, counted, timeZone }: RuleFacts): string => {
  const planned = plannedLocation ? `Planned for ${plannedLocation.locationName}` : 'Planned for the office, but for no building'
  const [first] = counted
  const when = first && `first at ${localTime(first.timestamp, timeZone)} (${first.sourceId})`
  const checkedIn = attendance?.checkedInAt && `at ${localTime(attendance.checkedInAt.toISOString(), timeZone)}`
  const closed = special?.dayType ? `Planned for ${special.locationName}, ${closedWords(special)}` : undefined
  const otherPlan = attendance?.plan ? PLAN_WORDS[attendance.plan] : (closed ?? 'Nothing planned')
  switch (code) {
    case 'seenAsPlanned':
      return `${planned}, seen there ${when}: confirmed.`
    case 'checkedIn':
      return `${closed ?? planned}, checked in ${checkedIn}, and not seen there: ${closed ? 'walk-in' : 'confirmed'}.`
    case 'plannedNotSeen':
      return `${planned}, which has reported presence since ${plannedLocation?.reportsFrom}, but seen nowhere: no-show.`
    case 'plannedNotReported':
      if (special?.hasOutage)
        return `${planned}, whose presence reporting had an outage on that day, and seen nowhere: unconfirmed.`
      return plannedLocation
        ? `${planned}, which does not report presence on that day, and seen nowhere: unconfirmed.`
        : `${planned}, and seen nowhere: unconfirmed.`
    case 'seenElsewhere':
      return plannedLocation
        ? `${planned}, but seen only in ${first?.locationName}, ${when}: walk-in.`
        : `${planned}, and seen in ${first?.locationName}, ${when}: walk-in.`
    case 'seenWithoutOfficePlan':
      return `${otherPlan}, but seen in ${first?.locationName}, ${when}: walk-in.`
    case 'noOfficePlan':
      return `${otherPlan} and seen nowhere: no attendance.`
    case 'buildingClosed':
      return `${closed}, and seen nowhere: no office day, so no attendance.`
    case 'dayNotOver':
      return `${planned} and not seen so far; the day is not over there: nothing is decided yet.`
    case 'nothingKnown':
      return plan
        ? `${PLAN_WORDS[plan.plan]} by the week plan alone, and not seen: no attendance.`
        : 'Neither plan nor presence: no attendance.'
  }
}

const factsOf = ({ attendance, plan, plannedLocation, special, counted, timeZone }: RuleFacts): Rule['facts'] => {
  const [first] = counted
  const isClosed = Boolean(special?.dayType)
  return {
    plan: attendance ? attendance.plan : (plan?.plan ?? null),
    plannedLocationName: plannedLocation?.locationName ?? null,
    reportsFrom: plannedLocation?.reportsFrom ?? null,
    hasOutage: special?.hasOutage ?? false,
    closedLocationName: isClosed ? (special?.locationName ?? null) : null,
    closedType: special?.dayType ?? null,
    closedName: isClosed ? (special?.name ?? null) : null,
    seenLocationName: first?.locationName ?? null,
    firstSeenAt: first ? localTime(first.timestamp, timeZone) : null,
    sourceId: first?.sourceId ?? null,
    checkedInAt: attendance?.checkedInAt ? localTime(attendance.checkedInAt.toISOString(), timeZone) : null,
  }
}

export const explainRule = (facts: RuleFacts): Rule => {
  const code = codeOf(facts.attendance, facts.special)
  return { code, text: sentence(code, facts), facts: factsOf(facts) }
}
