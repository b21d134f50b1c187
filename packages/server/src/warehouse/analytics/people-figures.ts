import {
  DAY_OUTCOMES,
  type DayOutcome,
  type PeopleBy,
  type PeopleFiguresTotals,
  type PeopleOutcome,
  type PersonFigures,
} from '@rollcall/contract'
import { sql } from 'kysely'
import type { Condition } from '../../directory/entities/entity-table.ts'
import { type Page, type PageRequest, toPage } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { daysFrom } from '../../platform/time/day.ts'
import type { Period } from './covered-days.ts'
import { sumOf } from './kpis.ts'
import { countPeopleOfRows, type PersonDays } from './people-of-rows.ts'
import { bitOf, monthOf, NONE } from './rollup-tally.ts'

type Person = Omit<PersonFigures, 'planned' | 'seen' | 'noShow' | 'lastSeenDay'>
type Figures = Pick<PersonFigures, 'planned' | 'seen' | 'noShow' | 'lastSeenDay'>

interface Asked {
  readonly period: Period
  /** The current primary location and group; by attendance, those in which days count. */
  readonly locationIds: ReadonlySet<string> | null
  readonly groupIds: ReadonlySet<string> | null
  readonly status: PersonFigures['status'] | undefined
  /** Matches the start of the name of user `e`. */
  readonly name: Condition | undefined
  /** Only users with such a day in the period. */
  readonly kind: Kind
}
interface ByAttendance {
  readonly by: 'attendance'
  readonly outcome: PeopleOutcome
}
type Kind = { readonly by: 'primary'; readonly outcome: DayOutcome | undefined } | ByAttendance

/** @throws AppError invalid_parameter */
export const readPeopleKind = (query: { readonly by?: PeopleBy; readonly outcome?: PeopleOutcome }): Kind => {
  if (query.by === 'attendance') return { by: 'attendance', outcome: query.outcome ?? 'plannedOrSeen' }
  const outcome = DAY_OUTCOMES.find((each) => each === query.outcome)
  if (outcome === query.outcome) return { by: 'primary', outcome }
  const message = `must be one of ${DAY_OUTCOMES.join(', ')} without by=attendance`
  throw new AppError('invalid_parameter', { errors: [{ pointer: '/outcome', message, code: 'enum' }] })
}

interface PeoplePage extends Page<PersonFigures> {
  totals: PeopleFiguresTotals | null
}

/**
 * Returns a page of users by userName, with the published days of the period on which they planned to come, came, or did not. The
 * first page has the totals of all.
 */
export const listPeopleFigures = async (db: Db, orgId: string, asked: Asked, page: PageRequest): Promise<PeoplePage> => {
  const { kind, period } = asked
  const counted = kind.by === 'attendance' ? await countByAttendance(db, orgId, asked, kind) : undefined
  const isAsked = filterOf(orgId, asked, counted)
  const people = await selectPeople(db, isAsked, page)
  const figures = counted ?? (await selectFigures(db, orgId, period, people))
  const shown = toPage(
    page,
    people,
    ({ userName }) => [userName],
    (person) => ({ ...person, ...(figures.get(person.userId) ?? NO_FIGURES) }),
  )
  const totals = page.after ? null : await (counted ? sumCounted(db, isAsked, counted) : selectTotals(db, orgId, period, isAsked))
  return { ...shown, totals }
}

const NO_FIGURES: Figures = { planned: 0, seen: 0, noShow: 0, lastSeenDay: null }

const seenOf = ({ confirmed, walkIn }: PersonDays): number => confirmed + walkIn

const DAYS_WITH: Readonly<Record<PeopleOutcome, (days: PersonDays) => number>> = {
  plannedOrSeen: (days) => days.planned + seenOf(days),
  seen: seenOf,
  planned: ({ planned }) => planned,
  noShow: ({ noShow }) => noShow,
  confirmed: ({ confirmed }) => confirmed,
  unconfirmed: ({ unconfirmed }) => unconfirmed,
  walkIn: ({ walkIn }) => walkIn,
}

/** The figures of those who have such a day. */
const countByAttendance = async (
  db: Db,
  orgId: string,
  asked: Asked,
  { outcome }: ByAttendance,
): Promise<Map<string, Figures>> => {
  const people = await countPeopleOfRows(db, orgId, asked)
  const meant = [...people].filter(([, days]) => DAYS_WITH[outcome](days) > 0)
  return new Map(
    meant.map(([userId, days]) => {
      const { planned, noShow, lastSeenDay } = days
      return [userId, { planned, seen: seenOf(days), noShow, lastSeenDay }]
    }),
  )
}

/** Selects users `e`: by attendance, those who were counted. */
const filterOf = (orgId: string, asked: Asked, counted: ReadonlyMap<string, Figures> | undefined) => {
  const { period, locationIds, groupIds, status, name, kind } = asked
  const isOf = (column: string, ids: ReadonlySet<string> | null) =>
    ids ? sql`and coalesce(${sql.ref(column)}, ${NONE}) = any (${arrayLiteral([...ids])}::uuid[])` : sql``
  const isMeant = counted
    ? sql`and e.id = any (${arrayLiteral([...counted.keys()])}::uuid[])`
    : sql`${isOf('e.primary_location_id', locationIds)} ${isOf('e.primary_group_id', groupIds)}`
  return sql`
    e.org_id = ${orgId}
    ${isMeant}
    ${kind.by === 'primary' && kind.outcome ? hasDay(orgId, period, kind.outcome) : sql``}
    ${status ? sql`and e.status = ${status}` : sql``}
    ${name ? sql`and ${name}` : sql``}`
}
type Filter = ReturnType<typeof filterOf>

const selectPeople = async (db: Db, isAsked: Filter, { limit, after }: PageRequest): Promise<Person[]> => {
  const { rows } = await sql<Person>`
    select e.id as "userId", e.user_name as "userName", e.first_name as "firstName", e.last_name as "lastName", e.status,
      e.primary_location_id as "primaryLocationId", l.name as "primaryLocationName",
      e.primary_group_id as "primaryGroupId", g.name as "primaryGroupName"
    from users e
    left join locations l on l.org_id = e.org_id and l.id = e.primary_location_id
    left join groups g on g.org_id = e.org_id and g.id = e.primary_group_id
    where ${isAsked}
      ${after ? sql`and e.user_name > ${after[0]}` : sql``}
    order by e.user_name
    limit ${limit + 1}
  `.execute(db)
  return rows
}

const BITS: Readonly<Record<DayOutcome, string>> = {
  plannedOrSeen: '(m.planned | m.seen)',
  planned: 'm.planned',
  seen: 'm.seen',
  noShow: 'm.no_show',
}

/** Whether user `e` has such a day in the period. */
const hasDay = (orgId: string, period: Period, outcome: DayOutcome) => sql`
  and exists (
    select from ${monthsOf(period)}
    join person_months m on m.org_id = ${orgId} and m.month = w.month and m.user_id = e.id
    where ${sql.raw(BITS[outcome])} & w.mask > 0
  )
`

/** The months `w` of a period, with the bits of its days. */
const monthsOf = ({ from, to }: Period) => {
  const months = [...Map.groupBy(daysFrom(from, to), monthOf)].map(([month, days]) => ({
    month,
    mask: days.reduce((mask, day) => mask | bitOf(day), 0),
  }))
  return sql`
    unnest(
      ${arrayLiteral(months.map(({ month }) => month))}::date[], ${arrayLiteral(months.map(({ mask }) => mask))}::integer[]
    ) as w (month, mask)
  `
}

const daysOf = (bits: string) => sql.raw(`coalesce(sum(bit_count((m.${bits} & w.mask)::bit(32))), 0)::integer`)

const selectFigures = async (db: Db, orgId: string, period: Period, people: readonly Person[]): Promise<Map<string, Figures>> => {
  // Bits are written from the highest one on, so the first bit that is set is the last day.
  const { rows } = await sql<Figures & { userId: string }>`
    select m.user_id as "userId", ${daysOf('planned')} as planned, ${daysOf('seen')} as seen, ${daysOf('no_show')} as "noShow",
      max(case when m.seen & w.mask > 0 then m.month + 32 - position(b'1' in (m.seen & w.mask)::bit(32)) end) as "lastSeenDay"
    from ${monthsOf(period)}
    cross join unnest(${arrayLiteral(people.map(({ userId }) => userId))}::uuid[]) as u (id)
    join person_months m on m.org_id = ${orgId} and m.month = w.month and m.user_id = u.id
    group by m.user_id
  `.execute(db)
  return new Map(rows.map(({ userId, ...figures }) => [userId, figures]))
}

const selectTotals = async (db: Db, orgId: string, period: Period, isAsked: Filter): Promise<PeopleFiguresTotals> => {
  const { rows } = await sql<PeopleFiguresTotals>`
    with asked as materialized (select e.id from users e where ${isAsked})
    select (select count(*)::integer from asked) as people,
      ${daysOf('planned')} as planned, ${daysOf('seen')} as seen, ${daysOf('no_show')} as "noShow"
    from ${monthsOf(period)}
    join person_months m on m.org_id = ${orgId} and m.month = w.month
    where m.user_id in (select id from asked)
  `.execute(db)
  return rows[0] as PeopleFiguresTotals
}

const sumCounted = async (db: Db, isAsked: Filter, counted: ReadonlyMap<string, Figures>): Promise<PeopleFiguresTotals> => {
  const { rows } = await sql<{ id: string }>`select e.id from users e where ${isAsked}`.execute(db)
  const figures = rows.map(({ id }) => counted.get(id) ?? NO_FIGURES)
  const total = (name: 'planned' | 'seen' | 'noShow') => sumOf(figures.map((each) => each[name]))
  return { people: rows.length, planned: total('planned'), seen: total('seen'), noShow: total('noShow') }
}
