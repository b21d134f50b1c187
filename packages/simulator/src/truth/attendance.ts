import type { Company, Person } from '../company/types.ts'
import { localDayOf } from '../day/calendar.ts'
import type { PersonPlan, SeenAt } from '../day/types.ts'

export type AttendanceType = 'confirmed' | 'noShow' | 'unconfirmed' | 'walkIn'

/** No simulated building closes, so none is `closed`. */
export type AttendanceReason = 'planned' | 'elsewhere' | 'remote' | 'away' | 'unplanned' | 'notReporting'

export type PlanOrigin = 'directory' | 'day-plan' | 'time-off' | 'week-plan'

/** Inputs of attendance besides plan and presence. */
export interface Circumstances {
  company: Company
  day: string
  /** Offices that report presence on the day: those with presence on that day or earlier. */
  reporting: ReadonlySet<number>
  /** Instant (Unix ms) of reading: a day that is not over yet has no no-shows. */
  moment: number
}

export interface Attendance {
  type: AttendanceType | null
  reason: AttendanceReason | null
  /** The attendance location; null if the person was not seen. */
  seen: SeenAt | null
}

/** The office that an office day is for. */
export const plannedOffice = (person: Person, { plan, office, booking }: PersonPlan): number | null =>
  plan === 'o' ? (booking?.office ?? office ?? person.office) : null

/** The planned office if the person was seen there, else the office where they were first seen. */
const attendanceSeen = (offices: readonly SeenAt[], planned: number | null): SeenAt | null => {
  const inPlanned = offices.find(({ office }) => office === planned)
  return inPlanned ?? offices.toSorted((a, b) => a.firstSeen - b.firstSeen)[0] ?? null
}

const REASONS = { r: 'remote', a: 'away', none: 'unplanned' } as const

/** Attendance of a person on a day, written directly from its definition. */
export const attendanceOf = (
  person: Person,
  plan: PersonPlan,
  offices: readonly SeenAt[],
  { company, day, reporting, moment }: Circumstances,
): Attendance => {
  const planned = plannedOffice(person, plan)
  const seen = attendanceSeen(offices, planned)
  const unplanned = plan.plan === 'o' ? null : REASONS[plan.plan ?? 'none']
  if (seen !== null && seen.office === planned) return { type: 'confirmed', reason: 'planned', seen }
  if (seen !== null) return { type: 'walkIn', reason: unplanned ?? 'elsewhere', seen }
  if (planned === null) return { type: null, reason: unplanned, seen }
  const isOver = day < localDayOf(company.offices[planned]?.timeZone ?? 'UTC', moment)
  if (!isOver) return { type: null, reason: null, seen }
  return reporting.has(planned)
    ? { type: 'noShow', reason: 'planned', seen }
    : { type: 'unconfirmed', reason: 'notReporting', seen }
}

/** 1 building, 2 zone, 3 desk. */
export const bookingDepth = ({ booking }: PersonPlan): 1 | 2 | 3 | null => {
  if (booking === null) return null
  if (booking.desk !== null) return 3
  return booking.zone === null ? 1 : 2
}

const ORIGINS = { import: 'directory', change: 'day-plan', 'time-off': 'time-off', week: 'week-plan' } as const

export const planOriginOf = ({ plan, origin }: PersonPlan): PlanOrigin | null => (plan === null ? null : ORIGINS[origin])
