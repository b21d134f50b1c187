import type { UserDay } from '@rollcall/contract'
import { unknownUser } from '../../directory/people/find-user.ts'
import type { Db } from '../../platform/db/database.ts'
import { type EffectiveDay, listDays } from './effective-days.ts'

const toUserDay = (userId: string, { origin, isForecast, ...day }: EffectiveDay): UserDay => ({
  ...day,
  userId,
  planOrigin: isForecast ? 'forecast' : origin,
})

/** What holds for a user on each day of a range, as the application API shows it. @throws AppError entity_not_found */
export const listUserDays = async (
  db: Db,
  orgId: string,
  userId: string,
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
): Promise<UserDay[]> => {
  const days = await listDays(db, orgId, userId, firstDay, lastDay)
  if (days.length === 0) throw unknownUser()
  return days.map((day) => toUserDay(userId, day))
}

/** @throws AppError entity_not_found */
export const getUserDay = async (db: Db, orgId: string, userId: string, day: string): Promise<UserDay> =>
  (await listUserDays(db, orgId, userId, { firstDay: day, lastDay: day }))[0] as UserDay
