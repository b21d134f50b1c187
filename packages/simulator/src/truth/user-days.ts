import type { Company, Person } from '../company/types.ts'
import type { PersonPlan, SeenAt, SimulatedDay } from '../day/types.ts'
import { attendanceOf, bookingDepth, type Circumstances, planOriginOf } from './attendance.ts'
import { dayTypeOf } from './day-type.ts'
import type { UserDayTruth } from './rows.ts'

const iso = (ms: number) => new Date(ms).toISOString()
const isoOrNull = (ms: number | undefined) => (ms === undefined ? null : iso(ms))
const nameOf = ({ offices }: Company, office: number | null | undefined) => offices[office ?? -1]?.name ?? null

const earliest = (offices: readonly SeenAt[]) =>
  offices.length > 0 ? Math.min(...offices.map((one) => one.firstSeen)) : undefined
const latest = (offices: readonly SeenAt[]) => (offices.length > 0 ? Math.max(...offices.map((one) => one.lastSeen)) : undefined)

const userDayOf = (person: Person, plan: PersonPlan, offices: readonly SeenAt[], around: Circumstances): UserDayTruth => {
  const { company, day } = around
  const attendance = attendanceOf(person, plan, offices, around)
  return {
    type: 'userDay',
    day,
    userName: person.userName,
    plan: plan.plan,
    plannedLocation: nameOf(company, plan.booking?.office ?? plan.office),
    bookingDepth: bookingDepth(plan),
    bookingLocation: nameOf(company, plan.booking?.office),
    attendanceType: attendance.type,
    attendanceReason: attendance.reason,
    planOrigin: planOriginOf(plan),
    attendanceLocation: nameOf(company, attendance.seen?.office),
    firstSeenAtAttendance: isoOrNull(attendance.seen?.firstSeen),
    lastSeenAtAttendance: isoOrNull(attendance.seen?.lastSeen),
    presenceMinutes: attendance.seen ? Math.floor((attendance.seen.lastSeen - attendance.seen.firstSeen) / 60_000) : null,
    firstSeen: isoOrNull(earliest(offices)),
    lastSeen: isoOrNull(latest(offices)),
    offices: offices.map((one) => ({
      locationName: nameOf(company, one.office) ?? '',
      firstSeen: iso(one.firstSeen),
      lastSeen: iso(one.lastSeen),
    })),
    dayType: dayTypeOf(company, plan.booking?.office ?? attendance.seen?.office ?? person.office, day),
  }
}

/** One row per user, ordered by index in the company. Users with neither plan nor presence have no row. */
export function* userDays(simulated: SimulatedDay, around: Circumstances): Generator<UserDayTruth, void, undefined> {
  const seen = new Map(simulated.truth.map(({ person, offices }) => [person, offices]))
  for (const person of around.company.people) {
    const offices = seen.get(person.index) ?? []
    const plan = simulated.plans[person.index]
    if (plan && (plan.plan !== null || offices.length > 0)) yield userDayOf(person, plan, offices, around)
  }
}
