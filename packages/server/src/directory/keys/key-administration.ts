import {
  type Key,
  type KeyChanges,
  type KeyCreation,
  type KeysChange,
  type KeyUsage,
  type KeyWithSecret,
  MAX_USAGE_DAYS,
} from '@rollcall/contract'
import { readDateRange, readDay } from '../../gate/parameters/date-range.ts'
import { assertWritableDay, readWrittenTime } from '../../gate/parameters/written-days.ts'
import type { Sealer } from '../../gate/sealing/sealing.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError, sqlState } from '../../platform/errors.ts'
import { daysAfter, utcDay } from '../../platform/time/day.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { refuseChanges, refuseUnknown } from '../entities/change-several.ts'
import { type CreatedKey, createKey, REVOKED, revokeKey, rotateKey, UNBLOCKED } from './key-service.ts'
import { findKeyOf, getKeyOf, listUsageOf } from './key-views.ts'
import { type KeyColumns, type KeyRow, lockKeys, updateKeys } from './stored-keys.ts'

const DEFAULT_USAGE_DAYS = 30

/** @throws AppError invalid_body unless the time is in the future */
const expiryOf = (text: string | null | undefined, field = 'expiresAt'): Date | undefined => {
  if (!text) return undefined
  const time = new Date(readWrittenTime(field, text))
  if (time > new Date()) return time
  const message = 'must be in the future; to end a key now, revoke it'
  throw new AppError('invalid_body', { errors: [{ pointer: `/${field}`, message, code: 'date' }] })
}

const withSecret = async (db: Db, orgId: string, { id, secret }: CreatedKey): Promise<KeyWithSecret> => ({
  ...(await getKeyOf(db, orgId, id)),
  secret,
})

/**
 * Creates a key, or returns the one with this id without its secret.
 * @throws AppError conflict when another organization has a key with this id
 */
export const createKeyOf = async (db: Db, sealer: Sealer, orgId: string, body: KeyCreation): Promise<KeyWithSecret> => {
  const { keyId, name, role, authMethods } = body
  const expiresAt = expiryOf(body.expiresAt)
  const id = keyId ?? undefined
  const auth = [...new Set(authMethods)]
  const spec = { id, orgId, name, role, auth, expiresAt, requestsPerMinute: body.requestsPerMinute ?? undefined }
  try {
    return await withSecret(db, orgId, await createKey(db, sealer, spec))
  } catch (cause) {
    if (sqlState(cause) !== '23505') throw cause
    const known = await findKeyOf(db, orgId, id as string)
    if (known) return { ...known, secret: null }
    throw new AppError('conflict', { detail: 'This keyId is in use: choose another, or leave it out.', cause })
  }
}

/** @throws AppError entity_not_found, conflict, key_rotation_limit */
export const rotateKeyOf = async (
  db: Db,
  sealer: Sealer,
  orgId: string,
  keyId: string,
  expiresAt: string | null | undefined,
): Promise<KeyWithSecret> => {
  await getKeyOf(db, orgId, keyId)
  return withSecret(db, orgId, await rotateKey(db, sealer, keyId, expiryOf(expiresAt)))
}

/** Returns the columns to set: blocking needs a reason, and a reason for a blocked key replaces its former one. */
const blockingOf = ({ blocked, reason }: KeyChanges, { status }: Key): KeyColumns => {
  if (blocked === false && reason === undefined) return UNBLOCKED
  const isBlocked = blocked ?? status === 'blocked'
  if (isBlocked && reason !== undefined) return { blocked_at: new Date(), blocked_by: 'organization', blocked_reason: reason }
  if (blocked === undefined && reason === undefined) return {}
  const message = blocked ? 'is required: callers who use the key receive it' : 'is only for blocking: send it with blocked true'
  throw new AppError('invalid_body', { errors: [{ pointer: '/reason', message, code: 'required' }] })
}

const isBlockedByOperator = ({ blocked_at, blocked_by }: KeyRow): boolean => blocked_at !== null && blocked_by !== 'organization'

/** @throws AppError entity_not_found; conflict when it would lift or replace a block of the operator */
export const changeKeyOf = (db: Db, orgId: string, keyId: string, changes: KeyChanges): Promise<Key> =>
  transact(db, async (trx) => {
    const stored = await lockKeys(trx, orgId, [keyId])
    const blocking = blockingOf(changes, await getKeyOf(trx, orgId, keyId))
    if (blocking.blocked_at !== undefined && stored.some(isBlockedByOperator))
      throw new AppError('conflict', { detail: 'The operator of this service blocked the key: only they can unblock it.' })
    const { name, requestsPerMinute, expiresAt } = changes
    const set = {
      ...(name === undefined ? {} : { name }),
      ...(requestsPerMinute === undefined ? {} : { requests_per_minute: requestsPerMinute }),
      ...(expiresAt === undefined ? {} : { expires_at: expiryOf(expiresAt) ?? null }),
      ...blocking,
    }
    // Without a known field there is nothing to set: the body may be for another version of the service.
    if (Object.keys(set).length > 0) await updateKeys(trx, stored, set)
    return getKeyOf(trx, orgId, keyId)
  })

/**
 * Revokes keys, or changes when they expire, all or none.
 * @returns how many differ now
 * @throws AppError entity_not_found, conflict, with a pointer to each key that cannot be changed; invalid_body
 */
export const changeKeysOf = (db: Db, orgId: string, { ids, changes: { expiresAt, revoked } }: KeysChange): Promise<number> => {
  const expires = expiresAt === undefined ? undefined : (expiryOf(expiresAt, 'changes/expiresAt') ?? null)
  return transact(db, async (trx) => {
    const keys = await lockKeys(trx, orgId, ids)
    refuseUnknown('key', ids, new Set(keys.map(({ id }) => id)))
    const isRevoked = (key: KeyRow) => key.revoked_at !== null
    if (expires !== undefined) {
      refuseChanges(
        ids,
        keys.filter(isRevoked).map(({ id, name }) => ({ id, name, code: 'conflict', message: 'is revoked' })),
      )
    }
    const changed = keys.filter(
      (key) =>
        (revoked === true && !isRevoked(key)) || (expires !== undefined && key.expires_at?.getTime() !== expires?.getTime()),
    )
    if (changed.length === 0) return 0
    await updateKeys(
      trx,
      changed,
      { ...(revoked ? REVOKED : {}), ...(expires === undefined ? {} : { expires_at: expires }) },
      revoked ? 'key.revoke' : 'key.update',
    )
    return changed.length
  })
}

/** @throws AppError entity_not_found */
export const revokeKeyOf = async (db: Db, orgId: string, keyId: string): Promise<Key> => {
  await getKeyOf(db, orgId, keyId)
  await revokeKey(db, keyId)
  return getKeyOf(db, orgId, keyId)
}

/** @throws AppError invalid_parameter, range_too_large */
const usageRange = (query: { startDate?: string; endDate?: string }): [string, string] => {
  const endDate = assertWritableDay('endDate', readDay('endDate', query.endDate ?? utcDay(Date.now())))
  const startDate = query.startDate ?? daysAfter(endDate, 1 - DEFAULT_USAGE_DAYS)
  const { firstDay, lastDay } = readDateRange({ startDate, endDate }, MAX_USAGE_DAYS - 1)
  return [assertWritableDay('startDate', firstDay), lastDay]
}

/** @throws AppError entity_not_found, invalid_parameter, range_too_large */
export const getUsageOf = async (
  db: Db,
  orgId: string,
  keyId: string,
  query: { startDate?: string; endDate?: string },
): Promise<KeyUsage> => {
  const range = usageRange(query)
  await getKeyOf(db, orgId, keyId)
  return listUsageOf(db, orgId, keyId, range)
}
