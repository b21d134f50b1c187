import type { ImportFile } from '@rollcall/contract'
import { inTurns } from '../../platform/jobs/in-turns.ts'
import { type LocalClock, localDay } from '../../platform/time/local-day.ts'
import { checkDay, type DayPlanRow, userDay } from './check-day-plans.ts'
import { resolveNode } from './check-nodes.ts'
import { type CheckContext, type Listed, listed, resolve } from './import-context.ts'
import { zoneOfPastDay } from './import-directory.ts'
import { parentOf, statusOf } from './import-register.ts'

type FileBooking = NonNullable<ImportFile['bookings']>[number]

export interface BookedNode {
  readonly location_id: string
  readonly zone_id: string | null
  readonly place_id: string | null
}

export interface FileBookingRow extends BookedNode {
  readonly pointer: string
  readonly user_id: string
  readonly day: string
  readonly status: 'booked' | 'cancelled'
}

/** Identifies a booking of a day by user, day and node. */
export const bookingKey = ({ user_id, day, location_id, zone_id, place_id }: Omit<FileBookingRow, 'pointer' | 'status'>) =>
  [user_id, day, location_id, zone_id, place_id].join(' ')

/** The local current day by location, computed once because an import may have a million bookings. */
export const createTodayOf = (clockOf: (locationId: string) => LocalClock) => {
  const days = new Map<string, string>()
  return (locationId: string): string => {
    const known = days.get(locationId) ?? localDay(clockOf(locationId), Date.now())
    days.set(locationId, known)
    return known
  }
}

export const checkBookings = async (
  context: CheckContext,
  file: ImportFile,
  dayPlans: ReadonlyMap<string, DayPlanRow>,
  todayOf: (locationId: string) => string,
): Promise<FileBookingRow[]> => {
  const rows: FileBookingRow[] = []
  const seen = new Set<string>()
  const add = ({ item, pointer }: Listed<FileBooking>) => {
    const user = resolve(context, context.directory.users, item.user, `${pointer}/user`)
    const day = checkDay(context, item.day, pointer)
    const named = bookedNode(context, item, pointer)
    if (!user || day === undefined || !named) return
    const today = todayOf(named.location_id)
    const node = day < today ? nodeOfPastDay(context, named, day, today) : named
    const row = { pointer, user_id: user, day, status: item.status ?? 'booked', ...node } as const
    rows.push(row)
    refuseDuplicates(context, row, seen)
    if (row.status === 'cancelled') return
    const plan = dayPlans.get(userDay(user, day))
    if (plan && plan.plan !== 'o') {
      context.errors.add(pointer, 'not_an_office_day', 'the day plan of this file for this user and day is not o')
    }
    if (day >= today) refuseInactive(context, row)
  }
  for await (const chunk of inTurns(listed(file.bookings, '/bookings'))) for (const booking of chunk) add(booking)
  return rows
}

const refuseDuplicates = ({ errors }: CheckContext, row: FileBookingRow, seen: Set<string>): void => {
  const { pointer, user_id, day, place_id } = row
  const booked = row.status === 'booked'
  const keys: [string, string, string][] = [['', bookingKey(row), 'the file has this booking already']]
  if (booked) keys.push(['', userDay(user_id, day), 'the file has a booking for this user and day already'])
  if (booked && place_id)
    keys.push(['/place', `place ${place_id} ${day}`, 'the file has a booking for this desk and day already'])
  const clash = keys.find(([, key]) => seen.has(key))
  if (clash) errors.add(pointer + clash[0], 'duplicate_booking', clash[2])
  for (const [, key] of keys) seen.add(key)
}

const bookedNode = (context: CheckContext, item: FileBooking, pointer: string): BookedNode | undefined => {
  const { directory, errors } = context
  const found = resolveNode(context, pointer, [
    { register: directory.locations, ref: item.location, field: 'location' },
    { register: directory.levels, ref: item.level, field: 'level' },
    { register: directory.zones, ref: item.zone, field: 'zone' },
    { register: directory.places, ref: item.place, field: 'place' },
  ])
  const location = found?.get(directory.locations)
  if (!found || location === undefined) return undefined
  const zone = found.get(directory.zones)
  if (item.level && zone === undefined) {
    errors.add(
      `${pointer}/zone`,
      'reference_incomplete',
      'is needed: a booking is for a location, a zone or a desk, not for a level',
    )
    return undefined
  }
  return { location_id: location, zone_id: zone ?? null, place_id: found.get(directory.places) ?? null }
}

/** Past bookings of a desk that has moved, or moves with this file, stay where the desk was. */
const nodeOfPastDay = ({ directory }: CheckContext, node: BookedNode, day: string, today: string): BookedNode =>
  node.place_id ? { ...node, zone_id: zoneOfPastDay(directory, node.place_id, day, today) ?? node.zone_id } : node

const refuseInactive = ({ directory, errors }: CheckContext, row: FileBookingRow): void => {
  const { pointer, user_id, location_id, zone_id, place_id } = row
  const level = zone_id && parentOf(directory.zones, zone_id)
  const checks = [
    ['user', directory.users, user_id],
    ['location', directory.locations, location_id],
    ['level', directory.levels, level],
    ['zone', directory.zones, zone_id],
    ['place', directory.places, place_id],
  ] as const
  for (const [name, register, id] of checks) {
    if (!id || statusOf(register, id) === 'active') continue
    errors.add(`${pointer}/${name}`, 'inactive', `the ${register.kind} is inactive, and the day is not past`)
  }
}
