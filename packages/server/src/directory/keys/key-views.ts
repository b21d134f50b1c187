import type { AuthMethod, Key, KeyStatus, KeyUsage, Role } from '@rollcall/contract'
import { sql } from 'kysely'
import { type Page, pageRequest, toPage } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'

interface KeyRow {
  readonly id: string
  readonly name: string
  readonly role: string
  readonly authMethods: string[]
  readonly requestsPerMinute: number | null
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  readonly blockedAt: Date | null
  readonly blockedReason: string | null
  readonly requests: number
  readonly rows: number
  readonly bytes: number
  /** The position in the list, to the microsecond. */
  readonly position: string
}

/** Reads keys of one organization by the index on org_id and created_at, each with one look-up of today's usage. */
const selectKeys = (orgId: string) => sql`
  select k.id, k.name, k.role, k.auth_methods as "authMethods", k.requests_per_minute as "requestsPerMinute",
    k.created_at as "createdAt", k.expires_at as "expiresAt", k.revoked_at as "revokedAt", k.blocked_at as "blockedAt",
    k.blocked_reason as "blockedReason", coalesce(u.requests, 0)::int8 as requests, coalesce(u.rows, 0)::int8 as rows,
    coalesce(u.bytes, 0)::int8 as bytes,
    to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position
  from api_keys k
  left join key_usage u on u.org_id = k.org_id and u.key_id = k.id and u.day = (now() at time zone 'UTC')::date
  where k.org_id = ${orgId}`

const statusOf = ({ revokedAt, blockedAt, expiresAt }: KeyRow): KeyStatus => {
  if (revokedAt) return 'revoked'
  if (blockedAt) return 'blocked'
  return expiresAt && expiresAt <= new Date() ? 'expired' : 'live'
}

const toKey = (row: KeyRow): Key => ({
  keyId: row.id,
  name: row.name,
  role: row.role as Role,
  authMethods: row.authMethods as AuthMethod[],
  status: statusOf(row),
  blockedReason: row.blockedAt ? (row.blockedReason ?? 'No reason was given.') : null,
  requestsPerMinute: row.requestsPerMinute,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
  today: { requests: row.requests, rows: row.rows, bytes: row.bytes },
})

/** Lists the keys, oldest first. */
export const listKeysOf = async (db: Db, orgId: string, query: { limit?: number; cursor?: string }): Promise<Page<Key>> => {
  const page = pageRequest(query, ['timestamp', 'uuid'])
  const [createdAt, id] = page.after ?? []
  const { rows } = await sql<KeyRow>`
    ${selectKeys(orgId)}
      and (${createdAt ?? null}::timestamptz is null or (k.created_at, k.id) > (${createdAt ?? null}::timestamptz, ${id ?? null}::uuid))
    order by k.created_at, k.id
    limit ${page.limit + 1}`.execute(db)
  return toPage(page, rows, ({ position, id: keyId }) => [position, keyId], toKey)
}

/** Returns undefined if the organization has no such key. */
export const findKeyOf = async (db: Db, orgId: string, keyId: string): Promise<Key | undefined> => {
  const { rows } = await sql<KeyRow>`${selectKeys(orgId)} and k.id = ${keyId}`.execute(db)
  return rows[0] && toKey(rows[0])
}

/** @throws AppError entity_not_found */
export const getKeyOf = async (db: Db, orgId: string, keyId: string): Promise<Key> => {
  const key = await findKeyOf(db, orgId, keyId)
  if (!key) throw new AppError('entity_not_found', { detail: 'There is no such key: check keyId.' })
  return key
}

export const listUsageOf = async (
  db: Db,
  orgId: string,
  keyId: string,
  [startDate, endDate]: readonly [string, string],
): Promise<KeyUsage> => {
  const items = await db
    .selectFrom('key_usage')
    .select(['day', 'requests', 'rows', 'bytes'])
    .where('org_id', '=', orgId)
    .where('key_id', '=', keyId)
    .where('day', '>=', startDate)
    .where('day', '<=', endDate)
    .orderBy('day')
    .execute()
  return { items }
}
