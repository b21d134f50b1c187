import type { ImportFile } from '@rollcall/contract'
import { inTurns } from '../../platform/jobs/in-turns.ts'
import { calendarDay } from '../../platform/time/day.ts'
import { type CheckContext, type Listed, listed, resolve } from './import-context.ts'

type FileDayPlan = NonNullable<ImportFile['dayPlans']>[number]

export interface DayPlanRow {
  readonly user_id: string
  readonly day: string
  readonly plan: string
  readonly location_id: string | null
}

export const userDay = (userId: string, day: string): string => `${userId} ${day}`

/** Parses the day of a plan or booking, and reports a date that does not exist. */
export const checkDay = ({ errors }: CheckContext, text: string, pointer: string): string | undefined => {
  const day = calendarDay(text)
  if (day === undefined) errors.add(`${pointer}/day`, 'invalid_date', 'is not a day of the calendar')
  return day
}

/** The day plans by user and day. */
export const checkDayPlans = async (context: CheckContext, file: ImportFile): Promise<Map<string, DayPlanRow>> => {
  const { directory, errors } = context
  const rows = new Map<string, DayPlanRow>()
  const add = ({ item, pointer }: Listed<FileDayPlan>) => {
    const user = resolve(context, directory.users, item.user, `${pointer}/user`)
    const location = resolve(context, directory.locations, item.location, `${pointer}/location`)
    const day = checkDay(context, item.day, pointer)
    if (!user || day === undefined) return
    const key = userDay(user, day)
    if (rows.has(key)) errors.add(pointer, 'duplicate_day_plan', 'the file has a plan for this user and day already')
    rows.set(key, { user_id: user, day, plan: item.plan, location_id: location ?? null })
  }
  for await (const chunk of inTurns(listed(file.dayPlans, '/dayPlans'))) for (const plan of chunk) add(plan)
  return rows
}
