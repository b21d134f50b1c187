import type { Caller, GoodCalls } from './good-calls.ts'

const DAY_MS = 86_400_000

/** A day that is to come in every time zone, within the booking window. */
const SOON = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10)

const planned = ({ service, orgId, ids }: Caller) =>
  service.database.pool.query(
    `insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
     values ($1, $2, $3, 'o', 'day-plan', 'directory', gen_random_uuid())
     on conflict do nothing`,
    [orgId, ids.ada, SOON],
  )

/** Plans, bookings, colleagues and what explains them. */
export const PLANNING: GoodCalls = {
  bodies: {
    setWeekPlan: ({ ids }) => ({
      days: [
        { weekday: 1, plan: 'o', locationId: ids.berlin },
        { weekday: 2, plan: 'r' },
      ],
    }),
    setDayPlan: ({ ids }) => ({ plan: 'o', locationId: ids.berlin }),
    book: ({ ids }) => ({ locationId: ids.berlin }),
    runHorizon: ({ ids }) => ({ locationId: ids.berlin }),
  },
  queries: {
    listUserDays: { startDate: SOON, endDate: SOON },
    listFreeDesks: { day: SOON },
    listFreeZones: { day: SOON },
    listColleagueDays: { day: SOON },
    readUserChangeLog: ({ ids }) => ({ startDate: SOON, endDate: SOON, userIds: ids.ada }),
  },
  preparations: { readUserChangeLog: planned },
  pathValues: {
    day: () => SOON,
    locationId: ({ ids }) => ids.berlin,
  },
}
