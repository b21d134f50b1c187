import type { Answer } from '../../../../api/call.ts'
import { addDays } from '../../../../time/days.ts'

type UserDay = Answer<'listUserDays'>['items'][number]
type Attendance = Answer<'listUserAttendance'>['items'][number]

/** A day with what the reader may see of it. */
export interface KnownDay {
  readonly day: string
  readonly planned: UserDay | undefined
  readonly attendance: Attendance | undefined
}

/** Each day of the range, the newest first. */
export const knownDays = (
  from: string,
  to: string,
  planned: readonly UserDay[] = [],
  attended: readonly Attendance[] = [],
): KnownDay[] => {
  const plans = new Map(planned.map((each) => [each.day, each]))
  const attendances = new Map(attended.map((each) => [each.day.slice(0, 10), each]))
  const days: KnownDay[] = []
  for (let day = to; day >= from; day = addDays(day, -1)) {
    days.push({ day, planned: plans.get(day), attendance: attendances.get(day) })
  }
  return days
}
