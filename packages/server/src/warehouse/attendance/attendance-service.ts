import type { AttendanceRow } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export type Plan = 'o' | 'r' | 'a'
export type AttendanceType = 'confirmed' | 'noShow' | 'unconfirmed' | 'walkIn'

/** Attendance of a user on a local day, as the SQL function `attendance` defines it (domain §7). Ids and days are text. */
export interface Attendance {
  readonly userId: string
  readonly day: string
  /** `o` also if only a booking implies it; null if there is only presence. */
  readonly plan: Plan | null
  readonly planOrigin: AttendanceRow['planOrigin']
  readonly bookingId: string | null
  /** The booked level: 1 location, 2 zone, 3 place. */
  readonly bookingDepth: 1 | 2 | 3 | null
  readonly bookingLocationId: string | null
  readonly bookingZoneId: string | null
  readonly bookingPlaceId: string | null
  /** Applies to office days only. */
  readonly plannedLocationId: string | null
  readonly attendanceType: AttendanceType | null
  readonly attendanceLocationId: string | null
  /** The time at the attendance location, like `lastSeenAt`. */
  readonly firstSeenAt: Date | null
  readonly lastSeenAt: Date | null
  /** The location whose segment contains the row. */
  readonly locationId: string | null
  readonly updatedAt: Date
  /** The user's primary group as of the day. */
  readonly primaryLocationId: string | null
  readonly primaryGroupId: string | null
  readonly attendanceReason: AttendanceRow['attendanceReason']
  /** Every location with presence, in the order of first presence. */
  readonly locationIds: readonly string[]
  /** When the user checked in at the booked location. */
  readonly checkedInAt: Date | null
}

export interface AttendanceFilter {
  /** The local days, inclusive at both ends. */
  readonly firstDay: string
  readonly lastDay: string
  readonly userId?: string
  /** Returns rows of this location only. */
  readonly locationId?: string
  /** The time that decides which days are over; now by default. */
  readonly moment?: Date
}

/** Returns rows sorted by user and day. */
export const listAttendance = async (db: Db, orgId: string, filter: AttendanceFilter): Promise<Attendance[]> => {
  const { firstDay, lastDay, userId, locationId, moment } = filter
  const { rows } = await sql<Attendance>`
    select user_id as "userId", day, plan, plan_origin as "planOrigin", booking_id as "bookingId",
      booking_depth as "bookingDepth", booking_location_id as "bookingLocationId", booking_zone_id as "bookingZoneId",
      booking_place_id as "bookingPlaceId", planned_location_id as "plannedLocationId", attendance_type as "attendanceType",
      attendance_location_id as "attendanceLocationId", first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt",
      location_id as "locationId", updated_at as "updatedAt", primary_location_id as "primaryLocationId",
      primary_group_id as "primaryGroupId", attendance_reason as "attendanceReason", location_ids as "locationIds",
      checked_in_at as "checkedInAt"
    from attendance(${orgId}::uuid, ${firstDay}::date, ${lastDay}::date, ${moment ? sql`${moment}::timestamptz` : sql`now()`})
    where true
      ${userId === undefined ? sql`` : sql`and user_id = ${userId}::uuid`}
      ${locationId === undefined ? sql`` : sql`and location_id = ${locationId}::uuid`}
    order by user_id, day
  `.execute(db)
  return rows
}

/** Returns undefined if the user has no plan, booking or presence on the day. */
export const findAttendance = async (
  db: Db,
  orgId: string,
  { userId, day, moment }: { userId: string; day: string; moment?: Date },
): Promise<Attendance | undefined> => {
  const [row] = await listAttendance(db, orgId, { firstDay: day, lastDay: day, userId, ...(moment && { moment }) })
  return row
}
