import type { DeskFigures, PersonFigures, PlaceFigures } from '@rollcall/contract'
import { dayNumber, dayText } from '../../../simulator/src/index.ts'
import { type Asked, capacityOf, closure, comparison, countedDays, dayOf, isReported, isSeen, isWorkday } from './reference.ts'
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
/** Some of the days of a building. */
type Chosen = (locationId: string) => readonly string[]

const daysOf =
  (books: Books, asked: Asked): Chosen =>
  (locationId) =>
    countedDays(books, { ...asked, locationIds: [locationId] })

const zoneFigures = (books: Books, asked: Asked, daysAt: Chosen): (ZoneFigure & { workdays: readonly string[] })[] => {
  const { booked, used, ofZones } = usesOf(books)
  const given =
    asked.groupIds &&
    new Set(asked.groupIds.flatMap((id) => [...closure(books, id)].flatMap((below) => books.allocations.get(below) ?? [])))
  const zones = books.zones.filter(
    (zone) => (asked.locationIds?.includes(zone.locationId) ?? true) && (given?.has(zone.zoneId) ?? true),
  )
  return zones.map((zone) => {
    const { locationId, locationName, levelId, levelName, zoneId, zoneName, zoneType: kind } = zone
    const workdays = daysAt(locationId).filter(isWorkday)
    const measured = workdays.filter((day) => isReported(books, locationId, day))
    const desks = books.places.filter((place) => place.zoneId === zoneId && place.status === 'active')
    const days = (uses: ReadonlySet<string>, of: readonly string[]) =>
      sum(desks.map(({ placeId }) => of.filter((day) => uses.has(`${placeId} ${day}`)).length))
    const whole = ofZones.filter((use) => use.zoneId === zoneId && workdays.includes(use.day))
    const isWhole = kind === 'neighborhood'
    const bookedDeskDays = isWhole ? whole.length : days(booked, workdays)
    const usedHere = isWhole ? whole.filter(({ isUsed, day }) => isUsed && measured.includes(day)).length : days(used, measured)
    const usedDeskDays = workdays.length > 0 && measured.length === 0 ? null : usedHere
    const capacity = capacityOf(books, zone)
    const deskDays = capacity * workdays.length
    const measuredDeskDays = capacity * measured.length
    return {
      ...{ locationId, locationName, levelId, levelName, zoneId, zoneName, kind, desks: desks.length, capacity },
      ...{ bookedDeskDays, usedDeskDays, deskDays, measuredDeskDays, workdays, hidden: false, withheld: null },
      utilization: usedDeskDays === null || measuredDeskDays === 0 ? null : usedDeskDays / measuredDeskDays,
    }
  })
}

const together = (zones: readonly (ZoneFigure & { readonly workdays: readonly string[] })[]) => {
  const total = (name: 'desks' | 'capacity' | 'bookedDeskDays' | 'usedDeskDays' | 'deskDays' | 'measuredDeskDays') =>
    sum(zones.map((zone) => zone[name] ?? 0))
  const isUnknown = zones.some(({ workdays }) => workdays.length > 0) && zones.every(({ usedDeskDays }) => usedDeskDays === null)
  const [usedDeskDays, measuredDeskDays] = [isUnknown ? null : total('usedDeskDays'), total('measuredDeskDays')]
  return {
    ...{ desks: total('desks'), capacity: total('capacity'), bookedDeskDays: total('bookedDeskDays'), usedDeskDays },
    ...{ deskDays: total('deskDays'), measuredDeskDays },
    utilization: usedDeskDays === null || measuredDeskDays === 0 ? null : usedDeskDays / measuredDeskDays,
  }
}

/** Lists in any order. */
export const deskFigures = (books: Books, asked: Asked) => {
  const zones = zoneFigures(books, asked, daysOf(books, asked))
  const { daysBack, from, to, days } = comparison(books, asked)
  const earlier = (day: string) => dayText(dayNumber(day) - daysBack)
  const at = (locationId: string) => {
    const [now, before] = [
      { ...asked, locationIds: [locationId] },
      { ...asked, from, to, locationIds: [locationId] },
    ]
    const [published, publishedBefore] = [new Set(countedDays(books, now)), new Set(countedDays(books, before))]
    return days.filter((day) => published.has(day) && publishedBefore.has(earlier(day)))
  }
  const { booked, used } = usesOf(books)
  const desks = zones
    .filter(({ kind, workdays }) => kind === 'individual' && workdays.length > 0)
    .flatMap(({ locationId, zoneId, workdays }) =>
      books.places
        .filter((place) => place.zoneId === zoneId && place.status === 'active')
        .map(({ placeId }) => ({ placeId, workdays, measured: workdays.filter((day) => isReported(books, locationId, day)) })),
    )
  const on = (placeId: string, day: string, uses: ReadonlySet<string>) => uses.has(`${placeId} ${day}`)
  const neverUsed = desks.filter(
    ({ placeId, measured }) => measured.length > 0 && !measured.some((day) => on(placeId, day, used)),
  )
  const hardlyUsed = desks
    .map(({ placeId, measured }) => ({
      ...{ placeId, measuredWorkdays: measured.length },
      usedDays: measured.filter((day) => on(placeId, day, used)).length,
    }))
    .filter(({ measuredWorkdays, usedDays }) => measuredWorkdays > 0 && usedDays * 4 <= measuredWorkdays)
  const alwaysFull = desks.filter(({ placeId, workdays, measured }) => {
    const taken = workdays.filter((day) => (measured.includes(day) && on(placeId, day, used)) || on(placeId, day, booked))
    return taken.length >= 0.9 * workdays.length
  })
  return {
    totals: together(zones),
    previous: {
      ...{ from, to, daysBack, days, hidden: false, withheld: null },
      totals: together(zoneFigures(books, asked, (id) => at(id).map(earlier))),
      current: together(zoneFigures(books, asked, at)),
    },
    zones: zones.map(({ workdays: _, ...zone }) => zone),
    levels: [...Map.groupBy(zones, ({ levelId }) => levelId).values()].map((same) => {
      const { locationId, locationName, levelId, levelName } = same[0] as ZoneFigure
      return { locationId, locationName, levelId, levelName, hidden: false, withheld: null, ...together(same) }
    }),
    hardlyUsed,
    neverUsed: neverUsed.map(({ placeId }) => placeId),
    alwaysFull: alwaysFull.map(({ placeId }) => placeId),
  }
}

export const placeFigures = (books: Books, asked: Asked): PlaceFigures['places'] => {
  const { booked, used } = usesOf(books)
  const workdays = countedDays(books, asked).filter(isWorkday)
  const measured = workdays.filter((day) => isReported(books, asked.locationIds?.[0] as string, day))
  const days = (placeId: string, uses: ReadonlySet<string>, of: readonly string[]) =>
    of.filter((day) => uses.has(`${placeId} ${day}`)).length
  return books.places
    .filter(({ locationId, status }) => asked.locationIds?.includes(locationId) && status === 'active')
    .map(({ placeId, placeName, zoneId, zoneName, levelId, levelName, x, y }) => {
      const usedDays = workdays.length > 0 && measured.length === 0 ? null : days(placeId, used, measured)
      return {
        ...{ placeId, placeName, zoneId, zoneName, levelId, levelName, x, y, hidden: false },
        ...{ bookedDays: days(placeId, booked, workdays), usedDays },
        ...{ workdays: workdays.length, measuredWorkdays: measured.length },
        utilization: usedDays === null || measured.length === 0 ? null : usedDays / measured.length,
      }
    })
}

/** Lists all users of the primary location and group by userName. */
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
