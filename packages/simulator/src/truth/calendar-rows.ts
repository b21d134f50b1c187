import type { DayType } from './day-type.ts'

/** A day of a building. No simulated building closes or has outages. */
export interface CalendarDayTruth {
  type: 'calendarDay'
  day: string
  locationName: string
  dayType: DayType
  /** Of the holiday. */
  name: string | null
  hasOutage: false
}

/** What a policy required of a person in a week. */
export interface PolicyWeekTruth {
  type: 'policyWeek'
  /** The Sunday. */
  day: string
  userName: string
  /** The ISO week. */
  week: string
  firstDay: string
  lastDay: string
  primaryLocationName: string
  primaryGroupName: string
  policyGroupName: string
  policyKind: 'daysPerWeek' | 'weekdays'
  policyDays: number | null
  /** Monday 1 to Sunday 7, separated by commas. */
  policyWeekdays: string | null
  workdays: number
  excusedDays: number
  required: number
  attended: number
  /** Null if nothing was required. */
  met: boolean | null
  result: 'met' | 'partly' | 'missed' | 'exempt'
}
