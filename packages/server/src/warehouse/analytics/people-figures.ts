import type { DayOutcome, PersonFigures } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Condition } from '../../directory/entities/entity-table.ts'
import { type Page, type PageRequest, toPage } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { daysFrom } from '../../platform/time/day.ts'
import type { Period } from './covered-days.ts'
import { bitOf, monthOf, NONE } from './rollup-tally.ts'

type Person = Omit<PersonFigures, 'planned' | 'seen' | 'noShow' | 'lastSeenDay'>
type Figures = Pick<PersonFigures, 'planned' | 'seen' | 'noShow' | 'lastSeenDay'>

interface Asked {
  readonly period: Period
  /** The current primary location and group. */
  readonly locationIds: ReadonlySet<string> | null
  readonly groupIds: ReadonlySet<string> | null
  readonly status: PersonFigures['status'] | undefined
  /** Only users with such a day in the period. */
  readonly outcome: DayOutcome | undefined
  /** Matches the start of the name of user `e`. */
  readonly name: Condition | undefined
}

/** Returns a page of users by userName, with the published days of the period on which they planned to come, came, or did not. */
export const listPeopleFigures = async (db: Db, orgId: string, asked: Asked, page: PageRequest): Promise<Page<PersonFigures>> => {
  const people = await selectPeople(db, orgId, asked, page)
  const figures = await selectFigures(db, orgId, asked.period, people)
  return toPage(
    page,
    people,
    ({ userName }) => [userName],
    (person) => ({ ...person, ...(figures.get(person.userId) ?? NO_FIGURES) }),
  )
}

const NO_FIGURES: Figures = { planned: 0, seen: 0, noShow: 0, lastSeenDay: null }

const selectPeople = async (
  db: Db,
  orgId: string,
  { period, locationIds, groupIds, status, outcome, name }: Asked,
  { limit, after }: PageRequest,
): Promise<Person[]> => {
  const isOf = (column: string, ids: ReadonlySet<string> | null) =>
    ids ? sql`and coalesce(${sql.ref(column)}, ${NONE}) = any (${arrayLiteral([...ids])}::uuid[])` : sql``
  const { rows } = await sql<Person>`
    select e.id as "userId", e.user_name as "userName", e.first_name as "firstName", e.last_name as "lastName", e.status,
      e.primary_location_id as "primaryLocationId", l.name as "primaryLocationName",
      e.primary_group_id as "primaryGroupId", g.name as "primaryGroupName"
    from users e
    left join locations l on l.org_id = e.org_id and l.id = e.primary_location_id
    left join groups g on g.org_id = e.org_id and g.id = e.primary_group_id
    where e.org_id = ${orgId}
      ${isOf('e.primary_location_id', locationIds)}
      ${isOf('e.primary_group_id', groupIds)}
      ${status ? sql`and e.status = ${status}` : sql``}
      ${outcome ? hasDay(orgId, period, outcome) : sql``}
      ${name ? sql`and ${name}` : sql``}
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

const selectFigures = async (db: Db, orgId: string, period: Period, people: readonly Person[]): Promise<Map<string, Figures>> => {
  const days = (bits: string) => sql.raw(`sum(bit_count((m.${bits} & w.mask)::bit(32)))::integer`)
  // Bits are written from the highest one on, so the first bit that is set is the last day.
  const { rows } = await sql<Figures & { userId: string }>`
    select m.user_id as "userId", ${days('planned')} as planned, ${days('seen')} as seen, ${days('no_show')} as "noShow",
      max(case when m.seen & w.mask > 0 then m.month + 32 - position(b'1' in (m.seen & w.mask)::bit(32)) end) as "lastSeenDay"
    from ${monthsOf(period)}
    cross join unnest(${arrayLiteral(people.map(({ userId }) => userId))}::uuid[]) as u (id)
    join person_months m on m.org_id = ${orgId} and m.month = w.month and m.user_id = u.id
    group by m.user_id
  `.execute(db)
  return new Map(rows.map(({ userId, ...figures }) => [userId, figures]))
}
