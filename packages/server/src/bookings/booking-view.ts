import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { ChangedBy } from '../plans/command.ts'

/** A booking with the names of where it is; 1 location, 2 zone, 3 place. */
export interface Booking {
  bookingId: string
  userId: string
  day: string
  status: 'booked' | 'cancelled'
  depth: 1 | 2 | 3
  locationId: string
  locationName: string
  levelId: string | null
  levelName: string | null
  zoneId: string | null
  zoneName: string | null
  placeId: string | null
  placeName: string | null
  changedBy: ChangedBy
  reason: string | null
  createdAt: Date
  updatedAt: Date
}

const select = async (db: Db, condition: RawBuilder<unknown>): Promise<Booking | undefined> => {
  const { rows } = await sql<Booking>`
    select b.id as "bookingId", b.user_id as "userId", b.day, b.status,
      case when b.place_id is not null then 3 when b.zone_id is not null then 2 else 1 end as depth,
      l.id as "locationId", l.name as "locationName", v.id as "levelId", v.name as "levelName",
      z.id as "zoneId", z.name as "zoneName", p.id as "placeId", p.name as "placeName",
      b.changed_by as "changedBy", b.reason, b.created_at as "createdAt", b.updated_at as "updatedAt"
    from bookings b
    join locations l on l.org_id = b.org_id and l.id = b.location_id
    left join zones z on z.org_id = b.org_id and z.id = b.zone_id
    left join levels v on v.org_id = z.org_id and v.id = z.level_id
    left join places p on p.org_id = b.org_id and p.id = b.place_id
    where ${condition}`.execute(db)
  return rows[0]
}

export const findBooking = (db: Db, orgId: string, bookingId: string): Promise<Booking | undefined> =>
  select(db, sql`b.org_id = ${orgId} and b.id = ${bookingId}`)

/** The live booking of a user and day. */
export const findBookingOfDay = (db: Db, orgId: string, userId: string, day: string): Promise<Booking | undefined> =>
  select(db, sql`b.org_id = ${orgId} and b.user_id = ${userId} and b.day = ${day} and b.status = 'booked'`)
