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

/** The user's id; `conflict` when userId and userEmail name different users. */
export type PersonMatch = { readonly userId: string } | 'conflict' | undefined

export interface UserDirectory {
  /** Looks up all people of a call, with at most two queries for those that are not cached. */
  resolve(orgId: string, sourceId: string, refs: readonly PersonRef[]): Promise<(ref: PersonRef) => PersonMatch>
}

const MAX_NAMES = 300_000

const idName = (userId: string) => `id ${userId}`
const loginName = (userEmail: string) => `login ${userEmail}`
const sourceName = (sourceId: string, sourceUserId: string) => `source ${JSON.stringify([sourceId, sourceUserId])}`

/**
 * Caches which name belongs to which user. Only known names are cached, so a newly imported user is found at
 * once; a change of an organization's directory clears its entries on all nodes.
 */
export const createUserDirectory = async (pool: pg.Pool, listener: Listener): Promise<UserDirectory> => {
  const cache = await createDirectoryCache<string>(listener, 'rollcall_directory.people', MAX_NAMES)

  /** Adds the cached users of these names to `found`, and returns the names that are not cached. */
  const findCached = (cached: NameCache, nameOf: NameOf, names: ReadonlySet<string>, found: Map<string, string>): string[] => {
    const missing: string[] = []
    for (const name of names) {
      const known = cached.get(nameOf(name))
      if (known) found.set(name, known)
      else missing.push(name)
    }
    return missing
  }

  const addToCache = (cached: NameCache, nameOf: NameOf, users: readonly User[], found: Map<string, string>): void => {
    for (const [name, userId] of users) {
      found.set(name, userId)
      cached.set(nameOf(name), userId)
    }
  }

  return {
    async resolve(orgId, sourceId, refs) {
      const cached = cache.open(orgId)
      const [byId, byLogin, bySource] = [new Map<string, string>(), new Map<string, string>(), new Map<string, string>()]
      const [ids, logins] = [new Set<string>(), new Set<string>()]
      for (const { userId, userEmail } of refs) {
        if (userId) ids.add(userId.toLowerCase())
        if (userEmail) logins.add(userEmail)
      }
      const missingIds = findCached(cached, idName, ids, byId).filter(isUuid)
      const missingLogins = findCached(cached, loginName, logins, byLogin)
      if (missingIds.length + missingLogins.length > 0) {
        const users = await selectDirect(pool, orgId, missingIds, missingLogins)
        addToCache(cached, idName, users.byId, byId)
        addToCache(cached, loginName, users.byLogin, byLogin)
      }
      const match = ({ userId, userEmail, sourceUserId }: PersonRef): PersonMatch => {
        const ofId = userId && byId.get(userId.toLowerCase())
        const ofLogin = userEmail && byLogin.get(userEmail)
        if (ofId && ofLogin && ofId !== ofLogin) return 'conflict'
        const found = ofId || ofLogin || (sourceUserId && bySource.get(sourceUserId))
        return found ? { userId: found } : undefined
      }
      // The source's own names, most of them badge numbers, are only looked up for people that no other name identifies.
      const unmatched = new Set<string>()
      for (const ref of refs) if (ref.sourceUserId && !match(ref)) unmatched.add(ref.sourceUserId)
      const ofSource: NameOf = (sourceUserId) => sourceName(sourceId, sourceUserId)
      const missing = findCached(cached, ofSource, unmatched, bySource)
      if (missing.length > 0) addToCache(cached, ofSource, await selectBySource(pool, orgId, sourceId, missing), bySource)
      return match
    },
  }
}

type NameCache = OrganizationCache<string>
/** Names of different kinds are cached separately. */
type NameOf = (name: string) => string
type User = readonly [name: string, userId: string]

/**
 * Finds users by id, userName and email, each through its index. A userName takes precedence over an equal email. Erased users
 * are not found (domain §11).
 */
const selectDirect = async (
  pool: pg.Pool,
  orgId: string,
  ids: string[],
  logins: string[],
): Promise<{ byId: User[]; byLogin: User[] }> => {
  const { rows } = await pool.query<{ by: 'id' | 'login'; name: string; id: string }>({
    name: 'select-users',
    text: `
      select 'login' as by, email as name, (array_agg(id))[1] as id, 1 as precedence
      from users
      where org_id = $1 and email = any ($3) and erased_at is null
      group by email
      having count(*) = 1
      union all
      select 'login', user_name, id, 2
      from users
      where org_id = $1 and user_name = any ($3) and erased_at is null
      union all
      select 'id', id::text, id, 3
      from users
      where org_id = $1 and id = any ($2::uuid[]) and erased_at is null
      order by precedence`,
    values: [orgId, ids, logins],
  })
  const usersBy = (kind: 'id' | 'login') => rows.filter(({ by }) => by === kind).map(({ name, id }): User => [name, id])
  return { byId: usersBy('id'), byLogin: usersBy('login') }
}

/**
 * Finds users by the source's identity map, else by card number, else by scan datum of an active credential (contract §3.1). A
 * card number that several people have, under different facility codes, identifies no user.
 */
const selectBySource = async (pool: pg.Pool, orgId: string, sourceId: string, sourceUserIds: string[]): Promise<User[]> => {
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
