import { type RollcallClient, RollcallError } from '@rollcall/client'
import type { AttendanceRow, DayExplanation, UserChangeRow, UserRow } from '@rollcall/contract'

/** The facts of a day besides events and attendance. */
export interface DayFacts {
  /** The planned location of an office day, and what determines it. */
  readonly planned: PlannedIn | null
  /** The origin of the plan; null without a plan or if unknown. */
  readonly planOrigin: string | null
  /** All changes of the plan and booking of the day, oldest first. */
  readonly log: readonly UserChangeRow[]
  /** Null if the key may not read explanations. */
  readonly explanation: DayExplanation | null
}

export interface PlannedIn {
  readonly locationId: string
  readonly locationName: string
  readonly decidedBy: 'booking' | 'plan' | 'primaryLocation'
}

/** From the explanation of the day if the key may read it, else from the warehouse: row, log and primary location. */
export const readDayFacts = async (
  client: RollcallClient,
  user: UserRow,
  { day, row, nameOf }: { day: string; row: AttendanceRow | undefined; nameOf: (locationId: string) => string },
): Promise<DayFacts> => {
  const { userId } = user
  const log = await Array.fromAsync(client.readUserChangeLog({ startDate: day, endDate: day, userIds: userId }))
  const explanation = await client.explainDay({ userId, day }).catch((error: unknown) => {
    if (error instanceof RollcallError && (error.status === 401 || error.status === 403)) return null
    throw error
  })
  if (explanation) {
    const { plannedLocation: planned, plan } = explanation
    return { planned, planOrigin: plan?.planOrigin ?? null, log, explanation }
  }
  return { planned: plannedBy(row, log, user, nameOf), planOrigin: originBy(log), log, explanation }
}

const plannedBy = (
  row: AttendanceRow | undefined,
  log: readonly UserChangeRow[],
  { primaryLocationId }: UserRow,
  nameOf: (locationId: string) => string,
): PlannedIn | null => {
  if (row?.plan !== 'o') return null
  const [locationId, decidedBy] = row.bookingLocationId
    ? [row.bookingLocationId, 'booking' as const]
    : [planOf(log)?.locationId, 'plan' as const]
  if (locationId) return { locationId, locationName: nameOf(locationId), decidedBy }
  const home = row.primaryLocationId ?? primaryLocationId
  return home ? { locationId: home, locationName: nameOf(home), decidedBy: 'primaryLocation' } : null
}

const isPlan = ({ action }: UserChangeRow): boolean => action.startsWith('plan')

const planOf = (log: readonly UserChangeRow[]) => log.findLast(isPlan)?.after as { locationId?: string | null } | null | undefined

/** From the log: the actor of the last change of the plan determines its origin. */
const originBy = (log: readonly UserChangeRow[]): string | null => {
  const last = log.findLast(isPlan)
  if (!last?.after) return null
  if (last.changedBy === 'time-off') return 'time-off'
  return last.changedBy === 'auto-booking' || last.reason === 'week plan' ? 'week-plan' : 'day-plan'
}
