import { MAX_PASSKEYS, type Passkey } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { SIGNS_IN_LOCALLY } from './local-sign-in.ts'

interface PasskeyRow extends Omit<Passkey, 'createdAt' | 'lastUsedAt'> {
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

export const toPasskey = ({ createdAt, lastUsedAt, ...passkey }: PasskeyRow): Passkey => ({
  ...passkey,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

const SHOWN = ['id', 'name', 'host', 'is_synced as isSynced', 'created_at as createdAt', 'last_used_at as lastUsedAt'] as const

const ofUser = (db: Db, orgId: string, userId: string) =>
  db.selectFrom('passkeys').where('org_id', '=', orgId).where('user_id', '=', userId)

export const listPasskeys = (db: Db, orgId: string, userId: string): Promise<PasskeyRow[]> =>
  ofUser(db, orgId, userId).select(SHOWN).orderBy('name').orderBy('id').execute()

/** Finds a passkey, which it locks. */
export const findPasskey = (trx: Db, orgId: string, userId: string, id: string): Promise<PasskeyRow | undefined> =>
  ofUser(trx, orgId, userId).select(SHOWN).where('id', '=', id).forUpdate().executeTakeFirst()

export const listCredentialIds = async (db: Db, orgId: string, userId: string): Promise<Buffer[]> =>
  (await ofUser(db, orgId, userId).select('credential_id').execute()).map((row) => row.credential_id)

interface NewCredential {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly host: string
  readonly name: string
  readonly signCount: number
  readonly transports: readonly string[]
  readonly isSynced: boolean
}

/** Adds a passkey. Returns undefined if the credential is known already, or the account has as many as it may. */
export const insertPasskey = async (
  trx: Db,
  orgId: string,
  userId: string,
  { credentialId, publicKey, host, name, signCount, transports, isSynced }: NewCredential,
): Promise<PasskeyRow | undefined> => {
  const { rows } = await sql<PasskeyRow>`
    insert into passkeys (org_id, user_id, credential_id, public_key, host, name, sign_count, transports, is_synced)
    select ${orgId}, ${userId}, ${credentialId}, ${publicKey}, ${host}, ${name}, ${signCount}, ${[...transports]}, ${isSynced}
    where ${MAX_PASSKEYS} > (select count(*) from passkeys where org_id = ${orgId} and user_id = ${userId})
    on conflict (org_id, credential_id) do nothing
    returning id, name, host, is_synced as "isSynced", created_at as "createdAt", last_used_at as "lastUsedAt"`.execute(trx)
  return rows[0]
}

export const renamePasskey = async (trx: Db, orgId: string, id: string, name: string): Promise<void> => {
  await trx.updateTable('passkeys').set({ name }).where('org_id', '=', orgId).where('id', '=', id).execute()
}

export const deletePasskey = async (trx: Db, orgId: string, id: string): Promise<void> => {
  await trx.deleteFrom('passkeys').where('org_id', '=', orgId).where('id', '=', id).execute()
}

export const deletePasskeysOf = async (trx: Db, orgId: string, userId: string): Promise<number> => {
  const { numDeletedRows } = await trx
    .deleteFrom('passkeys')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export interface StoredCredential {
  readonly id: string
  readonly publicKey: Buffer
  readonly host: string
  readonly signCount: number
  readonly transports: string[]
  /** Whether passkeys are on in the organization, or the account is for emergencies. */
  readonly signsInLocally: boolean
  readonly placement: string
  readonly blockedAt: Date | null
  readonly blockedReason: string | null
}

/** Finds the credential of an active user with an account, with the state of the organization. */
export const findCredential = (
  db: Db,
  orgId: string,
  userId: string,
  credentialId: Buffer,
): Promise<StoredCredential | undefined> =>
  db
    .selectFrom('passkeys as p')
    .innerJoin('users as u', (join) => join.onRef('u.org_id', '=', 'p.org_id').onRef('u.id', '=', 'p.user_id'))
    .innerJoin('user_accounts as a', (join) => join.onRef('a.org_id', '=', 'p.org_id').onRef('a.user_id', '=', 'p.user_id'))
    .innerJoin('organizations as o', 'o.id', 'p.org_id')
    .select(SIGNS_IN_LOCALLY.as('signsInLocally'))
    .select(['p.id', 'p.public_key as publicKey', 'p.host', 'p.sign_count as signCount', 'p.transports'])
    .select(['o.placement', 'o.blocked_at as blockedAt', 'o.blocked_reason as blockedReason'])
    .where('p.org_id', '=', orgId)
    .where('p.user_id', '=', userId)
    .where('p.credential_id', '=', credentialId)
    .where('u.status', '=', 'active')
    .executeTakeFirst()

/** Notes a use. Returns false when the passkey has signed this challenge or a later one, or counted this far, or is gone. */
export const noteUse = async (
  trx: Db,
  orgId: string,
  id: string,
  { signCount, madeAt }: { signCount: number; madeAt: Date },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update passkeys
    set sign_count = ${signCount}, last_used_at = now(), last_challenge_at = ${madeAt}
    where org_id = ${orgId} and id = ${id} and (last_challenge_at is null or last_challenge_at < ${madeAt})
      and (${signCount} > sign_count or ${signCount} = 0 and sign_count = 0)`.execute(trx)
  return numAffectedRows === 1n
}
