import { MAX_PUSH_DEVICES, type NewPushDevice, PUSH_DEVICE_KEPT_DAYS, type PushDevice } from '@rollcall/contract'
import { sql } from 'kysely'
import { recordChange } from '../../gate/audit/audit-log.ts'
import { MAX_USER_AGENT, type SessionRecord } from '../../gate/sessions/session-service.ts'
import type { Db } from '../../platform/db/database.ts'
import { servedHere } from '../../platform/db/served-here.ts'
import { AppError } from '../../platform/errors.ts'
import { hasValidKeys } from '../../platform/push/push-message.ts'
import { isAllowedEndpoint } from '../../platform/push/push-service.ts'
import type { PushConfig } from '../../platform/push-config.ts'
import { transact } from '../../platform/transactions/transact.ts'

interface DeviceRow {
  readonly id: string
  readonly userAgent: string | null
  readonly endpoint: string
  readonly createdAt: Date
  readonly lastUsedAt: Date
}

const toDevice = ({ endpoint, createdAt, lastUsedAt, ...device }: DeviceRow): PushDevice => ({
  ...device,
  service: new URL(endpoint).hostname,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
})

/** Lists the devices of a user, the most recently used first. */
export const listDevices = async (db: Db, orgId: string, userId: string): Promise<PushDevice[]> => {
  const rows = await db
    .selectFrom('push_devices')
    .select(['id', 'user_agent as userAgent', 'endpoint', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toDevice)
}

const entityOf = (userId: string) => ({ type: 'account', id: userId })

const invalid = (name: keyof NewPushDevice, message: string): AppError =>
  new AppError('invalid_body', { errors: [{ pointer: `/${name}`, message, code: 'invalid' }] })

/**
 * Subscribes the browser of a session, or renews its subscription. A browser that another person of the organization used before is
 * theirs no more.
 * @throws AppError invalid_body, conflict
 */
export const addDevice = (
  db: Db,
  config: PushConfig,
  { orgId, userId, tokenHash }: SessionRecord,
  { endpoint, p256dh, auth }: NewPushDevice,
  userAgent: string | undefined,
): Promise<PushDevice> => {
  if (!isAllowedEndpoint(endpoint, config)) throw invalid('endpoint', 'must be an https address of a public push service')
  if (!hasValidKeys({ p256dh, auth })) throw invalid('p256dh', 'must be a point on P-256, and auth 16 bytes, both in base64url')
  return transact(db, async (trx) => {
    // Devices of one person are added one after the other, so that there are never too many.
    await trx
      .selectFrom('user_accounts')
      .select('user_id')
      .where('org_id', '=', orgId)
      .where('user_id', '=', userId)
      .forUpdate()
      .execute()
    await sql`
      delete from push_devices where org_id = ${orgId} and endpoint = ${endpoint} and user_id <> ${userId}`.execute(trx)
    const { rows } = await sql<DeviceRow & { isNew: boolean }>`
      insert into push_devices (org_id, user_id, endpoint, p256dh, auth, user_agent, session_hash)
      values (${orgId}, ${userId}, ${endpoint}, ${p256dh}, ${auth}, ${userAgent?.slice(0, MAX_USER_AGENT) ?? null}, ${tokenHash})
      on conflict (org_id, endpoint) do update
      set p256dh = excluded.p256dh, auth = excluded.auth, user_agent = excluded.user_agent, session_hash = excluded.session_hash,
        last_used_at = now()
      returning id, user_agent as "userAgent", endpoint, created_at as "createdAt", last_used_at as "lastUsedAt",
        xmax = 0 as "isNew"`.execute(trx)
    const { isNew, ...device } = rows[0] as DeviceRow & { isNew: boolean }
    if (isNew && (await countDevices(trx, orgId, userId)) > MAX_PUSH_DEVICES) {
      throw new AppError('conflict', { detail: `At most ${MAX_PUSH_DEVICES} devices notify you. Remove one of them first.` })
    }
    const shown = toDevice(device)
    await recordChange(trx, orgId, {
      entity: entityOf(userId),
      before: isNew ? null : { device: device.id },
      after: { device: device.id, service: shown.service },
    })
    return shown
  })
}

const countDevices = async (trx: Db, orgId: string, userId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from push_devices where org_id = ${orgId} and user_id = ${userId}`.execute(trx)
  return rows[0]?.count ?? 0
}

/** @throws AppError entity_not_found */
export const removeDevice = (db: Db, { orgId, userId }: SessionRecord, id: string): Promise<void> =>
  transact(db, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('push_devices')
      .where('org_id', '=', orgId)
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new AppError('entity_not_found', { detail: 'You have no device with this id.' })
    await recordChange(trx, orgId, { entity: entityOf(userId), before: { device: id }, after: null })
  })

/** Forgets devices on which no one has opened the app for long, and notifications that are no longer of use. */
export const purgePushes = async (db: Db): Promise<void> => {
  await sql`
    delete from outgoing_pushes
    where expires_at < now() and ${servedHere('outgoing_pushes.org_id')}`.execute(db)
  await sql`
    delete from push_devices
    where last_used_at < now() - make_interval(days => ${PUSH_DEVICE_KEPT_DAYS}) and ${servedHere('push_devices.org_id')}`.execute(
    db,
  )
}
