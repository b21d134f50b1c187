import { type RawBuilder, sql } from 'kysely'
import { unknownUser } from '../../directory/people/find-user.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { equalsInAnyCase } from '../../platform/sql/search-text.ts'
import { isUuid } from '../../platform/sql/uuid.ts'
import { hasOneOf, isOneOf } from './same-text.ts'

/** The names of a person. */
export interface Names {
  readonly userName: string | null
  readonly email: string | null
  readonly firstName: string | null
  readonly lastName: string | null
}

/** The data that identifies records about a person, and the days with presence. */
export interface Person extends Names {
  readonly userId: string
  readonly userName: string
  /** Earlier names of the person, except those that another user has now. */
  readonly formerNames: readonly Names[]
  readonly isErased: boolean
  /** The name of the person after erasure. */
  readonly pseudonym: string
  /** Card numbers, scan data, and the person's ids in sources. */
  readonly cards: readonly string[]
  /** The UTC days and the local days with presence. */
  readonly utcDays: readonly string[]
  readonly localDays: readonly string[]
}

/** Whether another user has this login now. */
const isOfOther = (login: RawBuilder<unknown>) => sql`exists (
  select
  from users o
  where o.org_id = f.org_id and ${equalsInAnyCase(sql`o.user_name`, login)} and o.id <> f.user_id
  union all
  select
  from users o
  where o.org_id = f.org_id and lower(o.email) = lower(${login}) and o.id <> f.user_id
)`

/**
 * Former names of a user `u`, except those in use by others: logins and addresses are reassigned, and two people may have the
 * same name.
 */
const FORMER_NAMES = sql`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'userName', case when not ${isOfOther(sql`f.user_name`)} then f.user_name end,
    'email', case when not ${isOfOther(sql`f.email`)} then f.email end,
    'firstName', case when not n.is_of_other then f.first_name end,
    'lastName', case when not n.is_of_other then f.last_name end
  )), '[]')
  from former_names f
  cross join lateral (
    select exists (
      select
      from users o
      where o.org_id = f.org_id and ${equalsInAnyCase(sql`o.last_name`, sql`f.last_name`)}
        and lower(o.first_name) = lower(f.first_name)
        and o.id <> f.user_id
    ) as is_of_other
  ) n
  where f.org_id = u.org_id and f.user_id = u.id
)`

/**
 * Reads all presence of the organization, because no index finds that of a person: an index for this purpose only would slow down
 * every submission.
 * @throws AppError entity_not_found
 */
export const getPerson = async (db: Db, orgId: string, userId: string): Promise<Person> => {
  const { rows } = await sql<Omit<Person, 'userId'>>`
    select u.user_name as "userName", u.email, u.first_name as "firstName", u.last_name as "lastName",
      u.erased_at is not null as "isErased",
      case
        when exists (select from users o where o.org_id = u.org_id and o.user_name = s.name and o.id <> u.id) then 'erased-' || u.id
        else s.name
      end as pseudonym,
      coalesce(p.utc_days, '{}') as "utcDays", coalesce(p.local_days, '{}') as "localDays",
      array(
        select c.card_number from access_credentials c where c.org_id = u.org_id and c.user_id = u.id
        union
        select s.scan_datum from credential_scan_data s where s.org_id = u.org_id and s.user_id = u.id
        union
        select i.source_user_id from source_identities i where i.org_id = u.org_id and i.user_id = u.id
        union
        select unnest(p.cards)
      ) as cards,
      ${FORMER_NAMES} as "formerNames"
    from users u
    cross join lateral (select 'erased-' || left(u.id::text, 8) as name) s
    cross join lateral (
      select array_agg(distinct e.utc_day)::text[] as utc_days, array_agg(distinct e.local_day)::text[] as local_days,
        array_agg(distinct e.source_user_id) filter (where e.source_user_id is not null) as cards
      from presence_events e
      where e.org_id = ${orgId} and e.user_id = ${userId}
    ) p
    where u.org_id = ${orgId} and u.id = ${userId}
  `.execute(db)
  const [found] = rows
  if (!found) throw unknownUser()
  return { userId, ...found }
}

/**
 * Finds a user by id, userName or an unambiguous e-mail.
 * @throws AppError entity_not_found, conflict
 */
export const findNamedUser = async (db: Db, orgId: string, text: string): Promise<{ userId: string; userName: string }> => {
  const id = isUuid(text) ? text.toLowerCase() : null
  const { rows } = await sql<{ userId: string; userName: string; isExact: boolean }>`
    select id as "userId", user_name as "userName", user_name = ${text} or id is not distinct from ${id}::uuid as "isExact"
    from users
    where org_id = ${orgId} and (user_name = ${text} or (lower(email) = lower(${text}) and email = ${text}) or id = ${id}::uuid)
  `.execute(db)
  const found = rows.find(({ isExact }) => isExact) ?? rows[0]
  if (!found) throw new AppError('entity_not_found', { detail: 'There is no user with this id, userName or e-mail.' })
  if (rows.length > 1 && !found.isExact) {
    throw new AppError('conflict', { detail: 'Several users have this e-mail. Give the id or the userName.' })
  }
  return { userId: found.userId, userName: found.userName }
}

/** Returns regular expressions that find mentions of the person: `mentioned` in any text, `own` in texts about the person. */
export const mentionsOf = (person: Person): { mentioned: string; own: string } => {
  const all = namesOf(person)
  const own = all.flatMap(({ userName, email, firstName, lastName }) => [userName, email, firstName, lastName])
  // A single name may be an ordinary word, so only logins with other characters are searched for.
  const distinctive = loginsOf(all).filter((login) => /[^\p{L}]/u.test(login))
  return { mentioned: hasOneOf([...distinctive, ...fullNamesOf(all)]), own: hasOneOf([...own, ...fullNamesOf(all)]) }
}

/** An erased person has no identifying names. */
const namesOf = (person: Person): Names[] => (person.isErased ? [] : [person, ...person.formerNames])

const loginsOf = (all: readonly Names[]): string[] =>
  all.flatMap(({ userName, email }) => [userName, email]).filter((login) => login !== null)

/** Returns both orders, because lists put the last name first. */
const fullNamesOf = (all: readonly Names[]): string[] =>
  all.flatMap(({ firstName, lastName }) =>
    firstName && lastName ? [`${firstName} ${lastName}`, `${lastName} ${firstName}`] : [],
  )

/** Returns the parameters of statements about the person (PersonalTable) that do not depend on visits. */
export const parametersOf = (orgId: string, person: Person): Record<string, string | null> => {
  const { userId, pseudonym, cards, utcDays } = person
  const all = namesOf(person)
  const logins = loginsOf(all)
  const fullNames = fullNamesOf(all)
  return {
    ...{ org: orgId, user: userId, pseudonym, cards: arrayLiteral(cards), utcDays: arrayLiteral(utcDays) },
    ...{ names: isOneOf([userId, ...logins, ...fullNames]), logins: isOneOf(logins), fullNames: isOneOf(fullNames) },
    ...mentionsOf(person),
  }
}
