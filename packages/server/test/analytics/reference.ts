import type { AttendanceFigures, AttendanceKpis, GroupFigures } from '@rollcall/contract'
import { dayNumber, dayText } from '../../../simulator/src/index.ts'
import type { Books } from './support.ts'

/** The question, with ids in lists. */
export interface Asked {
  readonly from: string
  readonly to: string
  readonly locationIds?: readonly string[]
  readonly groupIds?: readonly string[]
}

export const NONE = 'none'
type Row = Books['attendance'][number]

export const dayOf = (row: Row): string => row.day.slice(0, 10)
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
const placesOf = (books: Books, { locationIds = everywhere(books) }: Asked) => locationIds

export const isReported = ({ reporting }: Books, locationId: string, day: string): boolean => {
  const days = reporting.get(locationId)
  return days !== undefined && days.from <= day && (days.until === null || day <= days.until)
}

/** The building in which each column of the figures counts a row; undefined where it does not. */
const PLACES = {
  planned: (books: Books, row: Row) => (row.plan === 'o' ? plannedAt(books, row) : undefined),
  remote: (_: Books, row: Row) => (row.plan === 'r' ? (row.primaryLocationId ?? NONE) : undefined),
  away: (_: Books, row: Row) => (row.plan === 'a' ? (row.primaryLocationId ?? NONE) : undefined),
  confirmed: (_: Books, row: Row) => (row.attendanceType === 'confirmed' ? row.attendanceLocationId : undefined),
  walkIn: (_: Books, row: Row) => (row.attendanceType === 'walkIn' ? row.attendanceLocationId : undefined),
  noShow: (books: Books, row: Row) => (row.attendanceType === 'noShow' ? plannedAt(books, row) : undefined),
  unconfirmed: (books: Books, row: Row) => (row.attendanceType === 'unconfirmed' ? plannedAt(books, row) : undefined),
  booked: (_: Books, row: Row) => row.bookingLocationId,
  elsewhere: (books: Books, row: Row) =>
    row.attendanceType === 'walkIn' && row.plan === 'o' ? plannedAt(books, row) : undefined,
  // No building of the simulated company asks for a check-in.
  released: () => undefined,
}
const NAMES = Object.keys(PLACES) as (keyof typeof PLACES)[]
const plannedAt = ({ planned }: Books, row: Row) => planned.get(`${row.userId} ${dayOf(row)}`) ?? NONE

/** The first day with a row of the locations. */
const firstDayOf = (books: Books, places: readonly string[]): string | undefined => {
  const isThere = (row: Row) =>
    (['planned', 'remote', 'away', 'walkIn'] as const).some((name) => places.includes(PLACES[name](books, row) ?? ''))
  return books.attendance.filter(isThere).map(dayOf).sort()[0]
}

/** Days from the first row of the locations on; what was simulated is over everywhere. */
export const countedDays = (books: Books, { from, to, ...asked }: Asked): string[] => {
  const first = firstDayOf(books, placesOf(books, asked as Asked))
  const days = []
  for (let day = from; day <= to; day = dayText(dayNumber(day) + 1)) if (first !== undefined && day >= first) days.push(day)
  return days
}

const rowsOf = (books: Books, asked: Asked): Row[] => {
  const groups = groupsOf(books, asked)
  return books.attendance.filter(
    (row) => (groups?.has(row.primaryGroupId ?? NONE) ?? true) && dayOf(row) >= asked.from && dayOf(row) <= asked.to,
  )
}

/** The counts of each day, and which of them are known. */
const countsOf = (books: Books, asked: Asked, isByBuilding = asked.locationIds !== undefined) => {
  const rows = Map.groupBy(rowsOf(books, asked), dayOf)
  const places = new Set(placesOf(books, asked))
  const reported = (day: string) => new Set([...places].filter((id) => isReported(books, id, day)))
  return (day: string) => {
    const here = rows.get(day) ?? []
    const known = reported(day)
    const counted = (name: keyof typeof PLACES, within: ReadonlySet<string>) =>
      count(here, (row) => within.has(PLACES[name](books, row) ?? ''))
    const counts = Object.fromEntries(NAMES.map((name) => [name, counted(name, places)])) as Record<keyof typeof PLACES, number>
    const missed = isByBuilding ? counted('elsewhere', known) : 0
    const unknown = isByBuilding ? counts.elsewhere - missed : 0
    return {
      ...{ day, ...counts, noShow: counts.noShow + missed, unconfirmed: counts.unconfirmed + unknown },
      ...{ seen: counts.confirmed + counts.walkIn, plannedMeasured: counted('planned', known), isMeasured: known.size > 0 },
    }
  }
}

/** People whose building reported presence, by day; those without any count where any building in scope did. */
const personDays = (books: Books, asked: Asked, days: readonly string[]): number => {
  const places = placesOf(books, asked)
  return days
    .flatMap((day) =>
      places.map((id) => {
        const isKnown = id === NONE ? places.some((each) => isReported(books, each, day)) : isReported(books, id, day)
        return isKnown ? peopleOf(books, { ...asked, locationIds: [id] }) : 0
      }),
    )
    .reduce((a, b) => a + b, 0)
}

/** Of groups alone, it is known who came where any of their people belong to a building that reported presence. */
const canTell = (books: Books, asked: Asked, days: readonly string[]) =>
  !asked.groupIds || asked.locationIds !== undefined || peopleOf(books, asked) === 0 || personDays(books, asked, days) > 0

/** Computes PostgreSQL's percentile_cont: rank 1 + share × (n - 1). */
const percentile = (values: readonly number[], share: number) => {
  if (values.length === 0) return null
  const sorted = [...values].sort((a, b) => a - b)
  const rank = share * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(rank)] as number, sorted[Math.ceil(rank)] as number]
  return low * (1 - (rank % 1)) + high * (rank % 1)
}

export const kpis = (books: Books, asked: Asked, days = countedDays(books, asked), isByBuilding?: boolean): AttendanceKpis => {
  const counts = countsOf(books, { ...asked, from: '0001-01-01', to: '9999-12-31' }, isByBuilding)
  const all = days.map(counts)
  const known = canTell(books, asked, days) ? all.filter(({ isMeasured }) => isMeasured) : []
  const workdays = all.filter(({ day }) => isWorkday(day))
  const measured = known.filter(({ day }) => isWorkday(day))
  const seen = measured.map((day) => day.seen)
  const weeks = [...Map.groupBy(measured, ({ day }) => Math.floor((dayNumber(day) + 3) / 7)).values()]
  const sum = (of: (day: (typeof all)[number]) => number) => known.map(of).reduce((a, b) => a + b, 0)
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole)
  const crowd = personDays(
    books,
    asked,
    workdays.map(({ day }) => day),
  )
  return {
    people: peopleOf(books, asked),
    workdays: workdays.length,
    averageDaily: mean(seen),
    averagePlanned: mean(workdays.map(({ planned }) => planned)),
    weeklyPeak: percentile(
      weeks.map((week) => Math.max(...week.map((day) => day.seen))),
      0.5,
    ),
    weeklyLow: percentile(
      weeks.map((week) => Math.min(...week.map((day) => day.seen))),
      0.5,
    ),
    p90: percentile(seen, 0.9),
    attendanceRate: share(
      seen.reduce((a, b) => a + b, 0),
      crowd,
    ),
    seenPerPlanned: share(
      sum((day) => day.seen),
      sum((day) => day.plannedMeasured),
    ),
    noShowRate: share(
      sum((day) => day.noShow),
      sum((day) => day.noShow + day.confirmed),
    ),
  }
}

const NO_KPIS: AttendanceKpis = {
  ...{ people: null, workdays: null, averageDaily: null, averagePlanned: null, weeklyPeak: null, weeklyLow: null, p90: null },
  ...{ attendanceRate: null, seenPerPlanned: null, noShowRate: null },
}
const isHidden = (books: Books, asked: Asked) => asked.groupIds !== undefined && peopleOf(books, asked) === 0

/** Whole weeks before, and the days that are covered in both. */
export const comparison = (books: Books, asked: Asked) => {
  const daysBack = 7 * Math.ceil((dayNumber(asked.to) - dayNumber(asked.from) + 1) / 7)
  const earlier = (day: string) => dayText(dayNumber(day) - daysBack)
  const before = { ...asked, from: earlier(asked.from), to: earlier(asked.to) }
  const covered = new Set(countedDays(books, before))
  const firstDays = new Map(placesOf(books, asked).map((id) => [id, firstDayOf(books, [id])]))
  const isAlike = (day: string) =>
    [...firstDays].every(([id, first]) => {
      const isNew = first === undefined || first > earlier(day)
      return isNew || isReported(books, id, day) === isReported(books, id, earlier(day))
    })
  const days = countedDays(books, asked).filter((day) => covered.has(earlier(day)) && isAlike(day))
  return { ...{ from: before.from, to: before.to, daysBack, days }, earlierDays: days.map(earlier) }
}

/** Returns whether figures of a single person may be shown. */
export const attendanceFigures = (books: Books, asked: Asked): Omit<AttendanceFigures, 'publishedThrough' | 'refreshedAt'> => {
  const hidden = isHidden(books, asked)
  const withheld = hidden ? FEW : null
  const counted = countedDays(books, asked)
  const isKnown = canTell(books, asked, counted)
  const counts = countsOf(books, asked)
  const days = hidden ? [] : counted.map(counts).map((day) => (isKnown ? day : { ...day, isMeasured: false }))
  const places = books.locations.filter(({ locationId }) => asked.locationIds?.includes(locationId) ?? true)
  const ordered = places.map(({ locationId, locationName }) => ({ locationId, locationName })).sort(byName)
  const none = asked.locationIds?.includes(NONE) ?? true
  const { earlierDays, ...compared } = comparison(books, asked)
  return {
    hidden,
    withheld,
    days: days.map(({ isMeasured, ...day }) =>
      isMeasured ? day : { ...day, confirmed: null, noShow: null, walkIn: null, plannedMeasured: null, seen: null },
    ),
    kpis: hidden ? NO_KPIS : kpis(books, asked),
    previous: {
      ...{ ...compared, hidden, withheld, days: hidden ? [] : compared.days },
      kpis: hidden ? NO_KPIS : kpis(books, asked, earlierDays),
      current: hidden ? NO_KPIS : kpis(books, asked, compared.days),
    },
    weekdays: [1, 2, 3, 4, 5, 6, 7].flatMap((each) => {
      const same = days.filter(({ day }) => weekday(day) === each)
      if (same.length === 0) return []
      const seen = same.filter(({ isMeasured }) => isMeasured).map((day) => day.seen)
      const crowd = personDays(
        books,
        asked,
        same.map(({ day }) => day),
      )
      return [
        {
          ...{ weekday: each, averageSeen: mean(seen), averagePlanned: mean(same.map(({ planned }) => planned)) as number },
          rate: seen.length === 0 || crowd === 0 ? null : seen.reduce((a, b) => a + b, 0) / crowd,
        },
      ]
    }),
    locations: [...ordered, ...(none ? [{ locationId: null, locationName: null }] : [])].map((location) => {
      const here = { ...asked, locationIds: [location.locationId ?? NONE] }
      return isHidden(books, here)
        ? { ...location, hidden: true, withheld: FEW, kpis: NO_KPIS, released: null }
        : { ...location, hidden: false, withheld: null, kpis: kpis(books, here), released: 0 }
    }),
  }
}

const FEW = { reason: 'fewPeople', name: null } as const

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
      if (members === 0) {
        return { ...group, hidden: true, withheld: FEW, ...NO_KPIS, togetherness: null, recommendedDesks: null }
      }
      const days = countedDays(books, asked)
      const counts = countsOf(books, here)
      const known = canTell(books, here, days) ? days.filter(isWorkday).map(counts) : []
      const seen = known.filter(({ isMeasured }) => isMeasured).map((day) => day.seen)
      const met = seen.map((people) => people * (people - 1)).reduce((a, b) => a + b, 0)
      const others = seen.reduce((a, b) => a + b, 0) * (members - 1)
      const all = kpis(books, here, days)
      const recommendedDesks = all.p90 === null ? null : Math.ceil(all.p90)
      return {
        ...{ ...group, hidden: false, withheld: null, ...all, recommendedDesks },
        togetherness: members < 2 || others === 0 ? null : met / others,
      }
    })
}

export const capacityOf = ({ places }: Books, { zoneId, zoneType, capacity }: Books['zones'][number]): number =>
  zoneType === 'neighborhood' ? (capacity ?? 0) : count(places, (place) => place.zoneId === zoneId && place.status === 'active')
