import type { AttendanceFigures, AttendanceKpis, GroupFigures } from '@rollcall/contract'
import { dayNumber, dayText } from '../../../simulator/src/index.ts'
import type { Books } from './support.ts'

/** What is asked for, ids in lists. */
export interface Asked {
  readonly from: string
  readonly to: string
  readonly locationIds?: readonly string[]
  readonly groupIds?: readonly string[]
}

export const NONE = 'none'
type Row = Books['attendance'][number]

export const dayOf = (row: Row): string => row.day.slice(0, 10)
export const locationOf = (row: Row): string => row.bookingLocationId ?? row.attendanceLocationId ?? row.primaryLocationId ?? NONE
export const weekday = (day: string): number => ((dayNumber(day) + 3) % 7) + 1
export const isWorkday = (day: string): boolean => weekday(day) < 6
const count = <T>(items: readonly T[], is: (item: T) => boolean): number => items.filter(is).length
export const mean = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length
export const isSeen = ({ attendanceType: type }: Row) => type === 'confirmed' || type === 'walkIn'

/** The group and all below it, found from below. */
export const closure = ({ groups }: Books, groupId: string): Set<string> => {
  const parents = new Map(groups.map((group) => [group.groupId, group.parentGroupId]))
  const isBelow = (id: string | null | undefined): boolean => id === groupId || (id != null && isBelow(parents.get(id)))
  return new Set(groups.flatMap((group) => (isBelow(group.groupId) ? [group.groupId] : [])))
}

export const groupsOf = (books: Books, { groupIds }: Asked) =>
  groupIds && new Set(groupIds.flatMap((groupId) => [...closure(books, groupId)]))

export const peopleOf = (books: Books, asked: Asked): number => {
  const groups = groupsOf(books, asked)
  return count(
    books.users,
    ({ status, primaryLocationId, primaryGroupId }) =>
      status === 'active' &&
      (asked.locationIds?.includes(primaryLocationId ?? NONE) ?? true) &&
      (groups?.has(primaryGroupId ?? NONE) ?? true),
  )
}

const everywhere = ({ locations }: Books) => [...locations.map(({ locationId }) => locationId), NONE]

/** Days from the first row of the locations on; what was simulated is over everywhere. */
export const countedDays = (books: Books, { from, to, locationIds = everywhere(books) }: Asked): string[] => {
  const first = books.attendance
    .filter((row) => locationIds.includes(locationOf(row)))
    .map(dayOf)
    .sort()[0]
  const days = []
  for (let day = from; day <= to; day = dayText(dayNumber(day) + 1)) if (first !== undefined && day >= first) days.push(day)
  return days
}

const rowsOf = (books: Books, asked: Asked): Row[] => {
  const groups = groupsOf(books, asked)
  return books.attendance.filter(
    (row) =>
      (asked.locationIds?.includes(locationOf(row)) ?? true) &&
      (groups?.has(row.primaryGroupId ?? NONE) ?? true) &&
      dayOf(row) >= asked.from &&
      dayOf(row) <= asked.to,
  )
}

/** As PostgreSQL's percentile_cont: rank 1 + share × (n - 1). */
const percentile = (values: readonly number[], share: number) => {
  if (values.length === 0) return null
  const sorted = [...values].sort((a, b) => a - b)
  const rank = share * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(rank)] as number, sorted[Math.ceil(rank)] as number]
  return low * (1 - (rank % 1)) + high * (rank % 1)
}

export const kpis = (books: Books, asked: Asked): AttendanceKpis => {
  const rows = Map.groupBy(rowsOf(books, asked), dayOf)
  const days = countedDays(books, asked)
  const workdays = days.filter(isWorkday)
  const seen = (day: string) => count(rows.get(day) ?? [], isSeen)
  const planned = (day: string) => count(rows.get(day) ?? [], ({ plan }) => plan === 'o')
  const weeks = [...Map.groupBy(workdays, (day) => Math.floor((dayNumber(day) + 3) / 7)).values()]
  const all = days.flatMap((day) => rows.get(day) ?? [])
  const noShow = count(all, ({ attendanceType }) => attendanceType === 'noShow')
  const confirmed = count(all, ({ attendanceType }) => attendanceType === 'confirmed')
  const office = count(all, ({ plan }) => plan === 'o')
  const people = peopleOf(books, asked)
  const averageDaily = mean(workdays.map(seen))
  return {
    people,
    workdays: workdays.length,
    averageDaily,
    averagePlanned: mean(workdays.map(planned)),
    weeklyPeak: percentile(
      weeks.map((week) => Math.max(...week.map(seen))),
      0.5,
    ),
    weeklyLow: percentile(
      weeks.map((week) => Math.min(...week.map(seen))),
      0.5,
    ),
    p90: percentile(workdays.map(seen), 0.9),
    attendanceRate: averageDaily === null || people === 0 ? null : averageDaily / people,
    seenPerPlanned: office === 0 ? null : count(all, isSeen) / office,
    noShowRate: noShow + confirmed === 0 ? null : noShow / (noShow + confirmed),
  }
}

const NO_KPIS: AttendanceKpis = {
  ...{ people: null, workdays: null, averageDaily: null, averagePlanned: null, weeklyPeak: null, weeklyLow: null, p90: null },
  ...{ attendanceRate: null, seenPerPlanned: null, noShowRate: null },
}
const isHidden = (books: Books, asked: Asked) => asked.groupIds !== undefined && peopleOf(books, asked) === 0

/** Where figures of a single person may be shown. */
export const attendanceFigures = (books: Books, asked: Asked): Omit<AttendanceFigures, 'publishedThrough' | 'refreshedAt'> => {
  const length = dayNumber(asked.to) - dayNumber(asked.from) + 1
  const before = { from: dayText(dayNumber(asked.from) - length), to: dayText(dayNumber(asked.from) - 1) }
  const rows = Map.groupBy(rowsOf(books, asked), dayOf)
  const counts = (day: string) => {
    const here = rows.get(day) ?? []
    const plans = (what: string) => count(here, ({ plan }) => plan === what)
    const types = (what: string) => count(here, ({ attendanceType }) => attendanceType === what)
    return {
      ...{ day, planned: plans('o'), remote: plans('r'), away: plans('a'), confirmed: types('confirmed') },
      ...{ noShow: types('noShow'), unconfirmed: types('unconfirmed'), walkIn: types('walkIn'), seen: count(here, isSeen) },
      booked: count(here, ({ bookingDepth }) => bookingDepth !== null),
    }
  }
  const hidden = isHidden(books, asked)
  const days = hidden ? [] : countedDays(books, asked).map(counts)
  const people = peopleOf(books, asked)
  const places = books.locations.filter(({ locationId }) => asked.locationIds?.includes(locationId) ?? true)
  const ordered = places.map(({ locationId, locationName }) => ({ locationId, locationName })).sort(byName)
  const none = asked.locationIds?.includes(NONE) ?? true
  return {
    hidden,
    days,
    kpis: hidden ? NO_KPIS : kpis(books, asked),
    previous: { ...before, kpis: hidden ? NO_KPIS : kpis(books, { ...asked, ...before }) },
    weekdays: [1, 2, 3, 4, 5, 6, 7].flatMap((each) => {
      const same = days.filter(({ day }) => weekday(day) === each)
      if (same.length === 0) return []
      const averageSeen = mean(same.map(({ seen }) => seen)) as number
      const averagePlanned = mean(same.map(({ planned }) => planned)) as number
      return [{ weekday: each, averageSeen, averagePlanned, rate: people === 0 ? null : averageSeen / people }]
    }),
    locations: [...ordered, ...(none ? [{ locationId: null, locationName: null }] : [])].map((location) => {
      const here = { ...asked, locationIds: [location.locationId ?? NONE] }
      return { ...location, hidden: isHidden(books, here), kpis: isHidden(books, here) ? NO_KPIS : kpis(books, here) }
    }),
  }
}

const byName = (a: { locationName: string }, b: { locationName: string }) => (a.locationName < b.locationName ? -1 : 1)

export const groupFigures = (books: Books, asked: Asked): GroupFigures['groups'] => {
  const meant = groupsOf(books, asked)
  return books.groups
    .filter(({ groupId, status }) => status === 'active' && (meant?.has(groupId) ?? true))
    .sort((a, b) => (a.groupType + a.groupName < b.groupType + b.groupName ? -1 : 1))
    .map(({ groupId, groupName, groupType, parentGroupId }) => {
      const here = { ...asked, groupIds: [groupId] }
      const members = peopleOf(books, here)
      const zoneIds = new Set([...closure(books, groupId)].flatMap((id) => books.allocations.get(id) ?? []))
      const zones = books.zones.filter(
        (zone) => zoneIds.has(zone.zoneId) && (asked.locationIds?.includes(zone.locationId) ?? true),
      )
      const allocatedDesks = zones.reduce((sum, zone) => sum + capacityOf(books, zone), 0)
      const group = { groupId, groupName, groupType, parentId: parentGroupId, members, allocatedDesks }
      if (members === 0) return { ...group, hidden: true, ...NO_KPIS, togetherness: null, recommendedDesks: null }
      const rows = Map.groupBy(rowsOf(books, here), dayOf)
      const seen = countedDays(books, asked)
        .filter(isWorkday)
        .map((day) => count(rows.get(day) ?? [], isSeen))
      const share = mean(seen.filter((people) => people > 0).map((people) => people / members))
      const all = { ...kpis(books, here), workdays: countedDays(books, asked).filter(isWorkday).length }
      const recommendedDesks = all.p90 === null ? null : Math.ceil(all.p90)
      return { ...group, hidden: false, ...all, togetherness: share, recommendedDesks }
    })
}

export const capacityOf = ({ places }: Books, { zoneId, zoneType, capacity }: Books['zones'][number]): number =>
  zoneType === 'neighborhood' ? (capacity ?? 0) : count(places, (place) => place.zoneId === zoneId && place.status === 'active')
