import type { Company, Person } from '../company/types.ts'
import { localDayOf } from '../day/calendar.ts'
import type { PersonPlan, SeenAt } from '../day/types.ts'

export type AttendanceType = 'confirmed' | 'noShow' | 'unconfirmed' | 'walkIn'

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
  /** The attendance location; null if the person was not seen. */
  seen: SeenAt | null
}

const plannedOffice = (person: Person, { plan, office, booking }: PersonPlan): number | null =>
  plan === 'o' ? (booking?.office ?? office ?? person.office) : null

/** The planned office if the person was seen there, else the office where they were first seen. */
const attendanceSeen = (offices: readonly SeenAt[], planned: number | null): SeenAt | null => {
  const inPlanned = offices.find(({ office }) => office === planned)
  return inPlanned ?? offices.toSorted((a, b) => a.firstSeen - b.firstSeen)[0] ?? null
}

/** Attendance of a person on a day, written directly from its definition. */
export const attendanceOf = (
  person: Person,
  plan: PersonPlan,
  offices: readonly SeenAt[],
  { company, day, reporting, moment }: Circumstances,
): Attendance => {
  const planned = plannedOffice(person, plan)
  const seen = attendanceSeen(offices, planned)
  if (seen !== null) return { type: seen.office === planned ? 'confirmed' : 'walkIn', seen }
  if (planned === null) return { type: null, seen }
  const isOver = day < localDayOf(company.offices[planned]?.timeZone ?? 'UTC', moment)
  if (!isOver) return { type: null, seen }
  return { type: reporting.has(planned) ? 'noShow' : 'unconfirmed', seen }
}

/** 1 building, 2 zone, 3 desk. */
export const bookingDepth = ({ booking }: PersonPlan): 1 | 2 | 3 | null => {
  if (booking === null) return null
  if (booking.desk !== null) return 3
  return booking.zone === null ? 1 : 2
}
