import { book, cancelBooking, findBookingOfDay } from '../../../src/planning/bookings/booking-service.ts'
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

/** Ada at one desk and Grace at another. The second has the id of the building, as ids are unique within a kind only. */
const twoDesks = async ({ service, orgId, ids }: Caller) => {
  const { db, pool } = service.database
  await pool.query(`insert into places (org_id, id, zone_id, name) values ($1, $2, $3, 'For swaps') on conflict do nothing`, [
    orgId,
    ids.berlin,
    ids.deskZone,
  ])
  const actor = { changedBy: 'administrator', userId: null } as const
  const before = await findBookingOfDay(db, orgId, ids.grace, SOON)
  if (before) await cancelBooking(db, orgId, actor, before.bookingId)
  await book(db, orgId, actor, { userId: ids.ada, day: SOON, node: { placeId: ids.desk } })
  await book(db, orgId, actor, { userId: ids.grace, day: SOON, node: { placeId: ids.berlin } })
}

/** Today in Berlin, where the desks of the directory are: files that a process runs later may do so after midnight. */
const today = (): string => Temporal.Now.plainDateISO('Europe/Berlin').toString()

const bookedToday = async ({ service, orgId, ids }: Caller) => {
  const { pool } = service.database
  await pool.query(`update locations set bookable_on_closed_days = true where org_id = $1 and id = $2`, [orgId, ids.berlin])
  const actor = { changedBy: 'administrator', userId: null } as const
  await book(service.database.db, orgId, actor, { userId: ids.ada, day: today(), node: { placeId: ids.desk } })
}

/** The desk and its code have the same id. */
const knownCode = ({ service, orgId, ids }: Caller) =>
  service.database.pool.query('update places set check_in_code = id where org_id = $1 and id = $2', [orgId, ids.desk])

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
    swapDesks: ({ ids }) => ({
      ...{ day: SOON, userId: ids.ada, placeId: ids.desk },
      ...{ otherUserId: ids.grace, otherPlaceId: ids.berlin },
    }),
    runHorizon: ({ ids }) => ({ locationId: ids.berlin }),
    checkInAtDesk: () => ({ move: true }),
    renewDeskCodes: () => ({}),
  },
  queries: {
    listUserDays: { startDate: SOON, endDate: SOON },
    listFreeDesks: { day: SOON },
    listFreeZones: { day: SOON },
    listColleagueDays: { day: SOON },
    readUserChangeLog: ({ ids }) => ({ startDate: SOON, endDate: SOON, userIds: ids.ada }),
  },
  preparations: {
    readUserChangeLog: planned,
    swapDesks: twoDesks,
    checkIn: bookedToday,
    getDeskOfCode: knownCode,
    checkInAtDesk: knownCode,
  },
  pathValues: {
    day: () => SOON,
    'checkIn.day': today,
    code: ({ ids }) => ids.desk,
    locationId: ({ ids }) => ids.berlin,
  },
}
