import type { HourFigures } from '@rollcall/contract'
import { type Asked, countedDays, dayOf, groupsOf, isReported, isWorkday, mean, NONE, weekday } from './reference.ts'
import type { Books } from './support.ts'

export const hourIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' })
  return (time: string | number) => Number(format.format(new Date(time)))
}

export const hourFigures = (books: Books, asked: Asked): HourFigures['hours'] => {
  const hourAt = new Map(books.locations.map(({ locationId, timeZone }) => [locationId, hourIn(timeZone)]))
  const hourOf = (locationId: string, time: string | number) =>
    (hourAt.get(locationId) as (time: string | number) => number)(time)
  const groups = groupsOf(books, asked)
  const groupOf = new Map(books.attendance.map((row) => [`${row.userId} ${dayOf(row)}`, row.primaryGroupId ?? NONE]))
  const isMeant = (locationId: string) => asked.locationIds?.includes(locationId) ?? true
  const people = new Set<string>()
  const events = books.presence.filter(
    ({ locationId, userId, day }) => isMeant(locationId) && (groups?.has(groupOf.get(`${userId} ${day}`) as string) ?? true),
  )
  for (const own of Map.groupBy(events, ({ day, locationId, userId }) => `${day} ${locationId} ${userId}`).values()) {
    const { day, locationId, userId } = own[0] as (typeof own)[number]
    const hours = own.map(({ timestamp }) => hourOf(locationId, timestamp))
    for (let hour = Math.min(...hours); hour <= Math.max(...hours); hour++) people.add(`${day} ${hour} ${locationId} ${userId}`)
  }
  const spaces = new Set<string>()
  for (const reports of Map.groupBy(books.occupancy, ({ spaceId, day }) => `${spaceId} ${day}`).values()) {
    for (const [index, { occupied, at, day, locationId, spaceId }] of reports.entries()) {
      if (!occupied || !isMeant(locationId)) continue
      const next = reports[index + 1]
      const end = next ? Date.parse(next.at) : Date.parse(at) + 1
      for (let time = Date.parse(at); time < end; time += 60_000) spaces.add(`${day} ${hourOf(locationId, time)} ${spaceId}`)
      spaces.add(`${day} ${hourOf(locationId, Math.max(Date.parse(at), end - 1))} ${spaceId}`)
    }
  }
  const counted = (keys: Set<string>) => {
    const counts = new Map<string, number>()
    for (const key of keys) {
      const cell = key.split(' ').slice(0, 2).join(' ')
      counts.set(cell, (counts.get(cell) ?? 0) + 1)
    }
    return counts
  }
  const [peopleAt, spacesAt] = [counted(people), counted(spaces)]
  const days = Map.groupBy(countedDays(books, asked), weekday)
  return [1, 2, 3, 4, 5, 6, 7].flatMap((each) =>
    Array.from({ length: 24 }, (_, hour) => hour).flatMap((hour) => {
      const same = days.get(each) ?? []
      const measured = same.filter((day) =>
        (asked.locationIds ?? [...books.reporting.keys()]).some((id) => isReported(books, id, day)),
      )
      const seen = measured.map((day) => peopleAt.get(`${day} ${hour}`) ?? 0)
      const occupied = mean(same.map((day) => spacesAt.get(`${day} ${hour}`) ?? 0))
      const peakPeople = seen.length === 0 ? null : Math.max(...seen)
      if (!peakPeople && (groups || !occupied)) return []
      return [{ weekday: each, hour, averagePeople: mean(seen), peakPeople, averageSpacesOccupied: groups ? null : occupied }]
    }),
  )
}

/** On how many workdays each desk was in use in each hour: by people seen at it, and by those who had booked it. */
export const deskHours = (books: Books, asked: Asked): ((placeId: string) => number[]) => {
  const [locationId] = asked.locationIds as [string]
  const hourOf = hourIn(books.locations.find((each) => each.locationId === locationId)?.timeZone as string)
  const workdays = new Set(countedDays(books, asked).filter((day) => isWorkday(day) && isReported(books, locationId, day)))
  const times = new Map<string, string[]>()
  const addTo = (key: string, more: readonly string[]) => times.set(key, [...(times.get(key) ?? []), ...more])
  const here = books.presence.filter((event) => event.locationId === locationId && workdays.has(event.day))
  for (const { placeId, userId, day, timestamp } of here) if (placeId) addTo(`${placeId} ${day} ${userId}`, [timestamp])
  const seen = Map.groupBy(here, ({ userId, day }) => `${userId} ${day}`)
  for (const row of books.attendance) {
    if (!row.bookingPlaceId || row.attendanceType !== 'confirmed') continue
    const own = seen.get(`${row.userId} ${dayOf(row)}`) ?? []
    const at = [...own.map(({ timestamp }) => timestamp), ...(row.checkedInAt ? [row.checkedInAt] : [])]
    addTo(`${row.bookingPlaceId} ${dayOf(row)} ${row.userId}`, workdays.has(dayOf(row)) ? at : [])
  }
  const used = new Set<string>()
  for (const [key, at] of times) {
    const [placeId, day] = key.split(' ')
    const hours = at.map(hourOf)
    for (let hour = Math.min(...hours); hour <= Math.max(...hours); hour++) used.add(`${placeId} ${hour} ${day}`)
  }
  return (placeId) =>
    Array.from({ length: 24 }, (_, hour) => [...used].filter((key) => key.startsWith(`${placeId} ${hour} `)).length)
}
