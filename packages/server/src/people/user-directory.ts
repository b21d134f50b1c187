import type pg from 'pg'
import { createDirectoryCache } from '../db/directory-cache.ts'
import type { Listener } from '../db/listener.ts'
import { isUuid } from '../db/uuid.ts'

/** How an event may name a person (contract §3.1). */
export interface PersonRef {
  readonly userId?: string | null | undefined
  readonly userEmail?: string | null | undefined
  readonly sourceUserId?: string | null | undefined
}

/** The user's id; `conflict` when userId and userEmail name different users. */
export type PersonMatch = { readonly userId: string } | 'conflict' | undefined

export interface UserDirectory {
  /** Looks up all people of a call, with at most two queries, for those not remembered. */
  resolve(orgId: string, sourceId: string, refs: readonly PersonRef[]): Promise<(ref: PersonRef) => PersonMatch>
}

const MAX_NAMES = 300_000

const idName = (userId: string) => `id ${userId.toLowerCase()}`
const loginName = (userEmail: string) => `login ${userEmail}`
const sourceName = (sourceId: string, sourceUserId: string) => `source ${JSON.stringify([sourceId, sourceUserId])}`

/**
 * Remembers which name stands for which user. Only found names are remembered, so somebody just imported is known at
 * once; a change of an organisation's directory makes all nodes forget it.
 */
export const createUserDirectory = async (pool: pg.Pool, listener: Listener): Promise<UserDirectory> => {
  const cache = await createDirectoryCache<string>(listener, 'rollcall_directory.people', MAX_NAMES)

  /** Adds the users of these names to `found`, from memory or with one query. */
  const look = async (orgId: string, names: Iterable<string>, found: Map<string, string>, select: Select): Promise<void> => {
    const remembered = cache.open(orgId)
    const missing = new Set<string>()
    for (const name of names) {
      const known = remembered.get(name)
      if (known) found.set(name, known)
      else missing.add(name)
    }
    if (missing.size === 0) return
    for (const [name, userId] of await select([...missing])) {
      found.set(name, userId)
      remembered.set(name, userId)
    }
  }

  return {
    async resolve(orgId, sourceId, refs) {
      const found = new Map<string, string>()
      await look(orgId, new Set(refs.flatMap(directNames)), found, (names) => selectDirect(pool, orgId, names))
      const match = (ref: PersonRef): PersonMatch => {
        const [byId, byLogin] = [
          ref.userId && found.get(idName(ref.userId)),
          ref.userEmail && found.get(loginName(ref.userEmail)),
        ]
        if (byId && byLogin && byId !== byLogin) return 'conflict'
        const userId = byId || byLogin || (ref.sourceUserId && found.get(sourceName(sourceId, ref.sourceUserId)))
        return userId ? { userId } : undefined
      }
      // The source's own names only matter where nothing better was given: most of them are plain badge numbers.
      const unmatched = refs.filter((ref) => ref.sourceUserId && !match(ref)).map((ref) => ref.sourceUserId as string)
      const sourceNames = new Set(unmatched.map((sourceUserId) => sourceName(sourceId, sourceUserId)))
      await look(orgId, sourceNames, found, (names) => selectBySource(pool, orgId, sourceId, names))
      return match
    },
  }
}

type Select = (names: string[]) => Promise<[name: string, userId: string][]>

const directNames = ({ userId, userEmail }: PersonRef): string[] => [
  ...(userId && isUuid(userId.toLowerCase()) ? [idName(userId)] : []),
  ...(userEmail ? [loginName(userEmail)] : []),
]

/**
 * By id, by userName and by email, each through its index. A userName goes before an email that reads the same. Who was erased is
 * nobody (domain §11).
 */
const selectDirect = async (pool: pg.Pool, orgId: string, names: string[]): Promise<[string, string][]> => {
  const ids = names.filter((name) => name.startsWith('id ')).map((name) => name.slice(3))
  const logins = names.filter((name) => name.startsWith('login ')).map((name) => name.slice(6))
  const { rows } = await pool.query<{ name: string; id: string }>({
    name: 'select-users',
    text: `
      select 'login ' || email as name, (array_agg(id))[1] as id, 1 as precedence
      from users
      where org_id = $1 and email = any ($3) and erased_at is null
      group by email
      having count(*) = 1
      union all
      select 'login ' || user_name, id, 2
      from users
      where org_id = $1 and user_name = any ($3) and erased_at is null
      union all
      select 'id ' || id, id, 3
      from users
      where org_id = $1 and id = any ($2::uuid[]) and erased_at is null
      order by precedence`,
    values: [orgId, ids, logins],
  })
  return rows.map(({ name, id }) => [name, id])
}

/**
 * By the source's identity map, else as card number, else as scan datum of an active credential (contract §3.1). A card
 * number that stands for several people under different facility codes names nobody.
 */
const selectBySource = async (pool: pg.Pool, orgId: string, sourceId: string, names: string[]): Promise<[string, string][]> => {
  const sourceUserIds = names.map((name) => (JSON.parse(name.slice('source '.length)) as [string, string])[1])
  const { rows } = await pool.query<{ source_user_id: string; user_id: string }>({
    name: 'select-source-identities',
    text: `
      select scan_data as source_user_id, (array_agg(user_id))[1] as user_id, 1 as precedence
      from access_credentials
      where org_id = $1 and active and scan_data = any ($3)
      group by scan_data
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
  return rows.map((row) => [sourceName(sourceId, row.source_user_id), row.user_id])
}
