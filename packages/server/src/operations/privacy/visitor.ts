import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { namedParameters } from '../../platform/sql/named-parameters.ts'
import { type Person, parametersOf } from './person.ts'
import { pseudonym } from './pseudonyms.ts'

/** A visitor is identified by e-mail; by the name if there is none. */
const IS_VISITOR = `(
  t.visitor_email ~* $logins
  or t.visitor_email is null and t.visitor_name ~* $fullNames
)`

/** The columns by which visits and visitor events are matched (function visit_log()), in one building on one day. */
const keysOf = (day: string) => {
  const key = (...texts: readonly string[]) => ['t.location_id', day, ...texts].join(` || ' ' || `)
  return {
    email: key('lower(t.visitor_email)'),
    name: key(`coalesce(t.host_user_id::text, '-')`, 'lower(t.visitor_name)'),
    badge: key('t.badge_number'),
  }
}

const conditionsOf = (day: string) => {
  const keys = keysOf(day)
  const email = `${keys.email} = any ($visitEmails::text[])`
  const name = `${keys.name} = any ($visitNames::text[])`
  const badge = `${keys.badge} = any ($visitBadges::text[])`
  // Another visitor may have used the badge, or an agency's address, on the same day.
  const unnamed = `t.visitor_name is null and (${email} or t.visitor_email is null and ${badge})`
  const onDay = (condition: string) => `${day} = any ($visitDays::date[]) and (${condition})`
  return { email, name, badge, onDay, isTheirs: `(${name} or ${unnamed})` }
}

const VISIT = conditionsOf('t.day')
const EVENT = conditionsOf('t.local_day')

const short = (...expressions: readonly string[]): string => `left(${pseudonym(...expressions)}::text, 13)`
const replaced = (column: string, condition: string, by: string) => ({
  [column]: `case when ${condition} then ${by} else t.${column} end`,
})
const namesOf = ({ email, name }: typeof VISIT) => ({
  ...replaced('visitor_name', name, `$pseudonym || '-' || ${short('lower(t.visitor_name)')}`),
  ...replaced('visitor_email', email, `'erased-' || ${short('lower(t.visitor_email)')} || '@erased.invalid'`),
})

/**
 * Finds and changes the person's visits and visitor events. Each e-mail, name or badge of a visit is replaced by the same
 * pseudonym wherever visits are matched, so that exactly the records that belonged together still do.
 */
export const VISITS = {
  rows: `(t.host_user_id = $user or ${VISIT.onDay(VISIT.name)})`,
  erases: VISIT.onDay(`${VISIT.email} or ${VISIT.name}`),
  erase: namesOf(VISIT),
}
export const VISITOR_EVENTS = {
  rows: `(t.host_user_id = $user or ${EVENT.onDay(EVENT.isTheirs)})`,
  erases: EVENT.onDay(`${EVENT.email} or ${EVENT.name} or ${EVENT.badge}`),
  erase: (newId: string) => ({
    ...replaced('event_id', EVENT.isTheirs, newId),
    ...namesOf(EVENT),
    ...replaced('badge_number', EVENT.badge, `'erased-' || ${short('t.location_id', 't.local_day', 't.badge_number')}`),
  }),
}

/** Reads all visits and visitor events once; the following statements use the days found. */
const FIND_KEYS = `
  with visitors as not materialized (
    select t.location_id, t.local_day as day, t.host_user_id, t.visitor_name, t.visitor_email, t.badge_number
    from visitor_events t
    where t.org_id = $org
    union all
    select t.location_id, t.day, t.host_user_id, t.visitor_name, t.visitor_email, null
    from visits t
    where t.org_id = $org
  ),
  found as materialized (
    select t.* from visitors t where ${IS_VISITOR}
  ),
  names as materialized (
    select distinct t.day, ${keysOf('t.day').name} as key from found t
  ),
  theirs as (
    select * from found
    union
    select t.*
    from visitors t
    where t.day = any (array(select day from names)) and ${keysOf('t.day').name} in (select key from names)
  )
  select array_agg(distinct t.day::text) as "visitDays",
    array_remove(array_agg(distinct ${keysOf('t.day').email}), null) as "visitEmails",
    array_remove(array_agg(distinct ${keysOf('t.day').name}), null) as "visitNames",
    array_remove(array_agg(distinct ${keysOf('t.day').badge}), null) as "visitBadges"
  from theirs t`

export type Parameters = Readonly<Record<string, string | null>>

/** Returns the parameters of statements about the person (PersonalTable). */
export const readParameters = async (db: Db, orgId: string, person: Person): Promise<Parameters> => {
  const ofPerson = parametersOf(orgId, person)
  const { rows } = await db.executeQuery<Record<string, string[] | null>>(namedParameters(FIND_KEYS, ofPerson))
  const keys = Object.entries(rows[0] ?? {}).map(([name, values]) => [name, arrayLiteral(values ?? [])] as const)
  return { ...ofPerson, ...Object.fromEntries(keys) }
}
