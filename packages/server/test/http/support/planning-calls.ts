import type { GoodCalls } from './good-calls.ts'

const DAY_MS = 86_400_000

/** A day that is to come in every time zone, within the booking window. */
const SOON = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10)

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
  },
  pathValues: {
    day: () => SOON,
    locationId: ({ ids }) => ids.berlin,
  },
}
