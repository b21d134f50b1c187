import type { DeskFigures, PersonFigures, PlaceFigures } from '@rollcall/contract'
import { type Asked, capacityOf, closure, countedDays, dayOf, isSeen, isWorkday } from './reference.ts'
import type { Books } from './support.ts'

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)

/** Days on which desks were booked and used, by desk; and how often zones were, `zone day` for each booking. */
const usesOf = ({ attendance, presence }: Books) => {
  const booked = new Set<string>()
  const used = new Set<string>()
  const ofZones: { zoneId: string; day: string; isUsed: boolean }[] = []
  for (const row of attendance) {
    const isUsed = row.attendanceType === 'confirmed'
    if (row.bookingZoneId) ofZones.push({ zoneId: row.bookingZoneId, day: dayOf(row), isUsed })
    if (!row.bookingPlaceId) continue
    booked.add(`${row.bookingPlaceId} ${dayOf(row)}`)
    if (isUsed) used.add(`${row.bookingPlaceId} ${dayOf(row)}`)
  }
  for (const { placeId, day } of presence) if (placeId) used.add(`${placeId} ${day}`)
  return { booked, used, ofZones }
}

type ZoneFigure = DeskFigures['zones'][number]

const zoneFigures = (books: Books, asked: Asked): (ZoneFigure & { workdays: readonly string[] })[] => {
  const { booked, used, ofZones } = usesOf(books)
  const given =
    asked.groupIds &&
    new Set(asked.groupIds.flatMap((id) => [...closure(books, id)].flatMap((below) => books.allocations.get(below) ?? [])))
  const zones = books.zones.filter(
    (zone) => (asked.locationIds?.includes(zone.locationId) ?? true) && (given?.has(zone.zoneId) ?? true),
  )
  return zones.map((zone) => {
    const { locationId, locationName, levelId, levelName, zoneId, zoneName, zoneType: kind } = zone
    const workdays = countedDays(books, { ...asked, locationIds: [locationId] }).filter(isWorkday)
    const desks = books.places.filter((place) => place.zoneId === zoneId && place.status === 'active')
    const days = (uses: ReadonlySet<string>) =>
      sum(desks.map(({ placeId }) => workdays.filter((day) => uses.has(`${placeId} ${day}`)).length))
    const whole = ofZones.filter((use) => use.zoneId === zoneId && workdays.includes(use.day))
    const isWhole = kind === 'neighborhood'
    const bookedDeskDays = isWhole ? whole.length : days(booked)
    const usedDeskDays = isWhole ? whole.filter(({ isUsed }) => isUsed).length : days(used)
    const capacity = capacityOf(books, zone)
    const deskDays = capacity * workdays.length
    return {
      ...{ locationId, locationName, levelId, levelName, zoneId, zoneName, kind, desks: desks.length, capacity },
      ...{ bookedDeskDays, usedDeskDays, deskDays, utilization: deskDays === 0 ? null : usedDeskDays / deskDays, workdays },
    }
  })
}

const together = (zones: readonly ZoneFigure[]) => {
  const total = (name: 'desks' | 'capacity' | 'bookedDeskDays' | 'usedDeskDays' | 'deskDays') =>
    sum(zones.map((zone) => zone[name] as number))
  const [usedDeskDays, deskDays] = [total('usedDeskDays'), total('deskDays')]
  return {
    ...{ desks: total('desks'), capacity: total('capacity'), bookedDeskDays: total('bookedDeskDays'), usedDeskDays, deskDays },
    utilization: deskDays === 0 ? null : usedDeskDays / deskDays,
  }
}

/** Lists in any order. */
export const deskFigures = (books: Books, asked: Asked, before: Asked) => {
  const zones = zoneFigures(books, asked)
  const { booked, used } = usesOf(books)
  const desks = zones
    .filter(({ kind, workdays }) => kind === 'individual' && workdays.length > 0)
    .flatMap(({ zoneId, workdays }) =>
      books.places
        .filter((place) => place.zoneId === zoneId && place.status === 'active')
        .map(({ placeId }) => ({ placeId, workdays })),
    )
  const on = (placeId: string, day: string, uses: ReadonlySet<string>) => uses.has(`${placeId} ${day}`)
  const neverUsed = desks.filter(({ placeId, workdays }) => !workdays.some((day) => on(placeId, day, used)))
  const alwaysFull = desks.filter(({ placeId, workdays }) => {
    const taken = workdays.filter((day) => on(placeId, day, used) || on(placeId, day, booked))
    return taken.length >= 0.9 * workdays.length
  })
  return {
    totals: together(zones),
    previousTotals: together(zoneFigures(books, before)),
    zones: zones.map(({ workdays: _, ...zone }) => zone),
    levels: [...Map.groupBy(zones, ({ levelId }) => levelId).values()].map((same) => {
      const { locationId, locationName, levelId, levelName } = same[0] as ZoneFigure
      return { locationId, locationName, levelId, levelName, ...together(same) }
    }),
    neverUsed: neverUsed.map(({ placeId }) => placeId),
    alwaysFull: alwaysFull.map(({ placeId }) => placeId),
  }
}

export const placeFigures = (books: Books, asked: Asked): PlaceFigures['places'] => {
  const { booked, used } = usesOf(books)
  const workdays = countedDays(books, asked).filter(isWorkday)
  const days = (placeId: string, uses: ReadonlySet<string>) => workdays.filter((day) => uses.has(`${placeId} ${day}`)).length
  return books.places
    .filter(({ locationId, status }) => asked.locationIds?.includes(locationId) && status === 'active')
    .map(({ placeId, placeName, zoneId, zoneName, levelId, levelName, x, y }) => ({
      ...{ placeId, placeName, zoneId, zoneName, levelId, levelName, x, y, hidden: false },
      ...{ bookedDays: days(placeId, booked), usedDays: days(placeId, used), workdays: workdays.length },
      utilization: workdays.length === 0 ? null : days(placeId, used) / workdays.length,
    }))
}

/** By userName, of everybody whose primary location and group are meant. */
export const peopleFigures = (books: Books, { from, to, locationIds, groupIds }: Asked): PersonFigures[] => {
  const groups = groupIds && new Set(groupIds.flatMap((id) => [...closure(books, id)]))
  const rows = Map.groupBy(books.attendance, ({ userId }) => userId)
  return books.users
    .filter(
      (user) =>
        (locationIds?.includes(user.primaryLocationId ?? 'none') ?? true) && (groups?.has(user.primaryGroupId ?? '') ?? true),
    )
    .map(({ userId, userName, firstName, lastName, status, ...user }) => {
      const own = (rows.get(userId) ?? []).filter((row) => dayOf(row) >= from && dayOf(row) <= to)
      return {
        ...{ userId, userName, firstName, lastName, status },
        ...{ primaryLocationId: user.primaryLocationId, primaryLocationName: user.primaryLocationName },
        ...{ primaryGroupId: user.primaryGroupId, primaryGroupName: user.primaryGroupName },
        planned: own.filter(({ plan }) => plan === 'o').length,
        seen: own.filter(isSeen).length,
        noShow: own.filter(({ attendanceType }) => attendanceType === 'noShow').length,
        lastSeenDay: own.filter(isSeen).map(dayOf).sort().at(-1) ?? null,
      }
    })
    .sort((a, b) => (a.userName < b.userName ? -1 : 1))
}
