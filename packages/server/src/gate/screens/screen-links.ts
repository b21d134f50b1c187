import { randomBytes } from 'node:crypto'
import type { MailLanguage, SCREEN_COLORS } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { executePrepared } from '../../platform/db/prepared.ts'
import { isBeingMoved } from '../../platform/errors.ts'
import { isServed } from '../keys/key-directory.ts'
import { hashSecret } from '../secrets/key-secret.ts'

/** A kiosk screen that calls: it may read what it shows, and nothing else. */
export interface ScreenRecord {
  readonly id: string
  readonly orgId: string
  readonly secretHash: Buffer
  readonly name: string
  readonly locationId: string
  /** Null: all levels of the building. */
  readonly levelId: string | null
  readonly showsNames: boolean
  readonly secondsPerLevel: number
  readonly language: MailLanguage | null
  readonly colors: (typeof SCREEN_COLORS)[number] | null
  readonly changedAt: Date
  /** The reason, if the organization is blocked. */
  readonly blockedReason: string | undefined
  /** Whether this database serves its organization. */
  readonly isServed: boolean
}

/** When a screen was seen is written only if the last time is older than this, so that not every request writes. */
const SEEN_AFTER_MS = 60_000

/** Creates the secret of a link: 256 random bits, with a prefix that leak scanners and people recognize. */
export const createScreenSecret = (): string => `rck_${randomBytes(32).toString('base64url')}`

/** Returns the form in which the database has the secret; undefined for a bearer token that is none. */
export const screenSecretHash = (token: string): Buffer | undefined =>
  /^rck_[\w-]{43}$/.test(token) ? hashSecret(token) : undefined

/** Whether a link has not expired. A revoked one is gone. */
const isLive = sql<boolean>`(s.expires_at is null or s.expires_at > now())`

/** Finds the screen of a link that works: two look-ups by key. It is never cached, so a revoked link ends at once. */
export const findScreen = async (db: Db, secretHash: Buffer): Promise<ScreenRecord | undefined> => {
  const query = db
    .selectFrom('kiosk_screens as s')
    .innerJoin('organizations as o', 'o.id', 's.org_id')
    .selectAll('s')
    .select(['o.blocked_at', 'o.blocked_reason', 'o.placement'])
    .where('s.secret_hash', '=', secretHash)
    .where(isLive)
  const [row] = await executePrepared(db, 'screen of a link', query)
  if (!row) return undefined
  if (row.placement === 'here' && Date.now() - (row.last_seen_at?.getTime() ?? 0) > SEEN_AFTER_MS) await noteSeen(db, secretHash)
  return {
    id: row.id,
    orgId: row.org_id,
    secretHash,
    name: row.name,
    locationId: row.location_id,
    levelId: row.level_id,
    showsNames: row.shows_names,
    secondsPerLevel: row.seconds_per_level,
    language: row.language as ScreenRecord['language'],
    colors: row.colors as ScreenRecord['colors'],
    changedAt: row.changed_at,
    blockedReason: row.blocked_at ? (row.blocked_reason ?? 'No reason was given.') : undefined,
    isServed: isServed(row.placement),
  }
}

/** While the organization moves, its screens go on reading. */
const noteSeen = async (db: Db, secretHash: Buffer): Promise<void> => {
  await sql`update kiosk_screens set last_seen_at = now() where secret_hash = ${secretHash}`.execute(db).catch((error) => {
    if (!isBeingMoved(error)) throw error
  })
}

/** Returns which of these links still work here, as hex of their hashes, and when their screens were changed. This does not count as being seen. */
export const findLiveScreens = async (db: Db, secretHashes: readonly Buffer[]): Promise<ReadonlyMap<string, Date>> => {
  if (secretHashes.length === 0) return new Map()
  const rows = await db
    .selectFrom('kiosk_screens as s')
    .innerJoin('organizations as o', 'o.id', 's.org_id')
    .select(['s.secret_hash', 's.changed_at'])
    .where('s.secret_hash', 'in', secretHashes)
    .where(isLive)
    .where('o.blocked_at', 'is', null)
    .where('o.placement', 'in', ['here', 'read-only'])
    .execute()
  return new Map(rows.map(({ secret_hash, changed_at }) => [secret_hash.toString('hex'), changed_at]))
}
