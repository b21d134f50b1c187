import type pg from 'pg'
import { createDirectoryCache, type OrganizationCache } from '../../platform/notifications/directory-cache.ts'
import type { Listener } from '../../platform/notifications/listener.ts'
import { isUuid } from '../../platform/sql/uuid.ts'

/** The ways in which an event may name a person (contract §3.1). */
export interface PersonRef {
  readonly userId?: string | null | undefined
  readonly userEmail?: string | null | undefined
  readonly sourceUserId?: string | null | undefined
}

interface User {
  readonly userId: string
}

/** The user; `conflict` when userId and userEmail name different users. */
export type PersonMatch = User | 'conflict' | undefined

export interface UserDirectory {
  /** Returns the match of each person of a call, with at most three queries for those that are not cached. */
  resolve(orgId: string, sourceId: string, refs: readonly PersonRef[]): Promise<PersonMatch[]>
}

const MAX_NAMES = 300_000

type Names = OrganizationCache<User>

/** The cached names of an organization, by kind. */
interface Known {
  readonly ids: Names
  readonly logins: Names
  /** The source's own names, most of them badge numbers. */
  readonly sourceNames: Names
}

/** Names have no NUL characters, so different pairs never have the same text. */
const namesOfSource = ({ get, set }: Names, sourceId: string): Names => ({
  get: (name) => get(`${sourceId}\0${name}`),
  set: (name, user) => set(`${sourceId}\0${name}`, user),
})

/**
 * Returns the match if it follows from cached names alone. A name that is not cached may change the match, and the source's own
 * names count only for people that no other name identifies.
 */
const cachedMatch = ({ ids, logins, sourceNames }: Known, { userId, userEmail, sourceUserId }: PersonRef): PersonMatch => {
  const ofId = userId ? ids.get(userId) : undefined
  const ofLogin = userEmail ? logins.get(userEmail) : undefined
  if ((userId && !ofId) || (userEmail && !ofLogin)) return undefined
  return direct(ofId, ofLogin) ?? (sourceUserId ? sourceNames.get(sourceUserId) : undefined)
}

const direct = (ofId: User | undefined, ofLogin: User | undefined): PersonMatch =>
  ofId && ofLogin && ofId.userId !== ofLogin.userId ? 'conflict' : (ofId ?? ofLogin)

type Found = Map<string, User>
type NamedUser = readonly [name: string, userId: string]

/** Adds the cached users of these names to `found`, and returns the names that are not cached. */
const findCached = (cached: Names, names: ReadonlySet<string>, found: Found): string[] => {
  const missing: string[] = []
  for (const name of names) {
    const known = cached.get(name)
    if (known) found.set(name, known)
    else missing.push(name)
  }
  return missing
}

const addToCache = (cached: Names, users: readonly NamedUser[], found: Found): void => {
  for (const [name, userId] of users) {
    found.set(name, { userId })
    cached.set(name, { userId })
  }
}

/** Looks up the names that are not cached, and returns the function that matches the people of this call. */
const lookUp = async (
  pool: pg.Pool,
  known: Known,
  orgId: string,
  sourceId: string,
  refs: readonly PersonRef[],
): Promise<(ref: PersonRef) => PersonMatch> => {
  const [byId, byLogin, bySource]: [Found, Found, Found] = [new Map(), new Map(), new Map()]
  const [ids, logins] = [new Set<string>(), new Set<string>()]
  for (const { userId, userEmail } of refs) {
    if (userId) ids.add(userId.toLowerCase())
    if (userEmail) logins.add(userEmail)
  }
  const missingIds = findCached(known.ids, ids, byId).filter(isUuid)
  const missingLogins = findCached(known.logins, logins, byLogin)
  const [usersById, usersByLogin] = await Promise.all([
    missingIds.length > 0 ? selectById(pool, orgId, missingIds) : [],
    missingLogins.length > 0 ? selectByLogin(pool, orgId, missingLogins) : [],
  ])
  addToCache(known.ids, usersById, byId)
  addToCache(known.logins, usersByLogin, byLogin)
  const match = ({ userId, userEmail, sourceUserId }: PersonRef): PersonMatch =>
    direct(userId ? byId.get(userId.toLowerCase()) : undefined, userEmail ? byLogin.get(userEmail) : undefined) ??
    (sourceUserId ? bySource.get(sourceUserId) : undefined)
  const unmatched = new Set<string>()
  for (const ref of refs) if (ref.sourceUserId && !match(ref)) unmatched.add(ref.sourceUserId)
  const missing = findCached(known.sourceNames, unmatched, bySource)
  if (missing.length > 0) addToCache(known.sourceNames, await selectBySource(pool, orgId, sourceId, missing), bySource)
  return match
}

/**
 * Caches which name belongs to which user. Only known names are cached, so a newly imported user is found at
 * once; a change of an organization's directory clears its entries on all nodes.
 */
export const createUserDirectory = async (pool: pg.Pool, listener: Listener): Promise<UserDirectory> => {
  const createCache = () => createDirectoryCache<User>(listener, 'rollcall_directory.people', MAX_NAMES)
  const [ids, logins, sourceNames] = [await createCache(), await createCache(), await createCache()]
  return {
    async resolve(orgId, sourceId, refs) {
      const known: Known = {
        ids: ids.open(orgId),
        logins: logins.open(orgId),
        sourceNames: namesOfSource(sourceNames.open(orgId), sourceId),
      }
      const matches = refs.map((ref) => cachedMatch(known, ref))
      if (!matches.includes(undefined)) return matches
      const open = refs.filter((_, index) => matches[index] === undefined)
      const match = await lookUp(pool, known, orgId, sourceId, open)
      return matches.map((found, index) => found ?? match(refs[index] as PersonRef))
    },
  }
}

/**
 * Finds users by id. It is a statement of its own: together with an empty list of names, PostgreSQL would read all users of an
 * organization whose table was filled in the last minute and has no statistics yet.
 */
const selectById = async (pool: pg.Pool, orgId: string, ids: string[]): Promise<NamedUser[]> => {
  const { rows } = await pool.query<{ id: string }>({
    name: 'select-users-by-id',
    text: 'select id from users where org_id = $1 and id = any ($2::uuid[]) and erased_at is null',
    values: [orgId, ids],
  })
  return rows.map(({ id }) => [id, id])
}

/**
 * Finds users by userName and email, each through an index: that of searches for emails. A userName takes precedence over an equal email. Erased users are not
 * found (domain §11).
 */
const selectByLogin = async (pool: pg.Pool, orgId: string, logins: string[]): Promise<NamedUser[]> => {
  const { rows } = await pool.query<{ name: string; id: string }>({
    name: 'select-users-by-login',
    text: `
      select email as name, (array_agg(id))[1] as id, 1 as precedence
      from users
      where org_id = $1 and lower(email) = any (array(select lower(login) from unnest($2::text[]) login)) and email = any ($2)
        and erased_at is null
      group by email
      having count(*) = 1
      union all
      select user_name, id, 2
      from users
      where org_id = $1 and user_name = any ($2) and erased_at is null
      order by precedence`,
    values: [orgId, logins],
  })
  return rows.map(({ name, id }) => [name, id])
}

/**
 * Finds users by the source's identity map, else by card number, else by scan datum of an active credential (contract §3.1). A
 * card number that several people have, under different facility codes, identifies no user.
 */
const selectBySource = async (pool: pg.Pool, orgId: string, sourceId: string, sourceUserIds: string[]): Promise<NamedUser[]> => {
  const { rows } = await pool.query<{ source_user_id: string; user_id: string }>({
    name: 'select-source-identities',
    text: `
      select scan_datum as source_user_id, (array_agg(user_id))[1] as user_id, 1 as precedence
      from credential_scan_data
      where org_id = $1 and active and scan_datum = any ($3)
      group by scan_datum
      having count(distinct user_id) = 1
      union all
      select card_number, (array_agg(user_id))[1], 2
      from access_credentials
      where org_id = $1 and active and card_number = any ($3)
      group by card_number
      having count(distinct user_id) = 1
      union all
      select source_user_id, user_id, 3
      from source_identities
      where org_id = $1 and source_id = $2 and source_user_id = any ($3)
      order by precedence`,
    values: [orgId, sourceId, sourceUserIds],
  })
  return rows.map((row) => [row.source_user_id, row.user_id])
}
