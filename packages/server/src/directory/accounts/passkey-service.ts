import type { NewPasskey, Passkey, PasskeyCreation } from '@rollcall/contract'
import { recordChange } from '../../gate/audit/audit-log.ts'
import type { Access } from '../../gate/authentication/access-service.ts'
import { endSessionsOf, type SessionRecord } from '../../gate/sessions/session-service.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { transact } from '../../platform/transactions/transact.ts'
import type { Outbox } from '../mail/outbox.ts'
import { assertUser } from '../people/find-user.ts'
import { findPassword } from './account-store.ts'
import { assertLocalSignIn } from './local-sign-in.ts'
import { confirmPassword } from './own-password.ts'
import { readCeremony, type Site, startCeremony, userHandleOf } from './passkey-state.ts'
import {
  deletePasskey,
  deletePasskeysOf,
  findPasskey,
  insertPasskey,
  listCredentialIds,
  renamePasskey,
  toPasskey,
} from './passkey-store.ts'
import { hasWebAuthn, loadWebAuthn } from './webauthn.ts'

/** EdDSA, ES256 and RS256: what devices of today make, the best first. */
const ALGORITHMS = [-8, -7, -257]

const unavailable = (): AppError => new AppError('passkeys_unavailable')
const entityOf = (userId: string) => ({ type: 'account', id: userId })

/** Says what a browser needs to add a passkey. @throws AppError passkeys_unavailable, single_sign_on_required */
export const startAdding = async (
  db: Db,
  sealer: Access['sealer'],
  session: SessionRecord,
  site: Site,
): Promise<PasskeyCreation> => {
  if (!hasWebAuthn()) throw unavailable()
  const { orgId, userId } = session
  await assertLocalSignIn(db, orgId, userId)
  const user = await db
    .selectFrom('users')
    .select(['user_name as userName', 'first_name as firstName', 'last_name as lastName'])
    .where('org_id', '=', orgId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const existing = await listCredentialIds(db, orgId, userId)
  return {
    ...startCeremony(sealer, site, { orgId, userId }),
    host: site.host,
    userHandle: userHandleOf(orgId, userId),
    userName: user.userName,
    displayName: [user.firstName, user.lastName].filter(Boolean).join(' ') || user.userName,
    algorithms: ALGORITHMS,
    existingIds: existing.map((id) => id.toString('base64url')),
  }
}

/**
 * Verifies what the device answered, and adds the passkey.
 * @throws AppError passkeys_unavailable, passkey_invalid, sign_in_failed for a wrong password, conflict, single_sign_on_required
 */
export const addPasskey = async (
  db: Db,
  { sealer, slowDown }: Pick<Access, 'sealer' | 'slowDown'>,
  session: SessionRecord,
  { site, address, outbox }: { site: Site; address: string; outbox: Outbox },
  { state, name, currentPassword, credentialId, clientDataJson, attestationObject, transports }: NewPasskey,
): Promise<Passkey> => {
  const { orgId, userId } = session
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const ceremony = readCeremony(sealer, state)
  if (ceremony?.addedTo?.orgId !== orgId || ceremony.addedTo.userId !== userId) throw new AppError('passkey_invalid')
  const hasPassword = Boolean((await findPassword(db, orgId, userId))?.passwordHash)
  if (hasPassword) await confirmPassword(db, slowDown, address, session, currentPassword ?? '')
  const response = {
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: clientDataJson, attestationObject },
  } as const
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: ceremony.challenge,
    expectedOrigin: site.origin,
    expectedRPID: ceremony.host,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((cause) => {
    throw new AppError('passkey_invalid', { cause })
  })
  if (!registrationInfo) throw new AppError('passkey_invalid')
  const { credential, credentialBackedUp, credentialDeviceType } = registrationInfo
  return transact(db, async (trx) => {
    await assertLocalSignIn(trx, orgId, userId)
    const added = await insertPasskey(trx, orgId, userId, {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      host: ceremony.host,
      name,
      signCount: credential.counter,
      transports,
      isSynced: credentialBackedUp || credentialDeviceType === 'multiDevice',
    })
    if (!added) throw new AppError('conflict', { detail: 'The account has this passkey already, or as many as it may have.' })
    await outbox.write(trx, orgId, { kind: 'passkey-added', userId, details: { name } })
    const { id, host, isSynced } = added
    await recordChange(trx, orgId, { entity: entityOf(userId), before: null, after: { passkey: id, name, host, isSynced } })
    return toPasskey(added)
  })
}

const unknownPasskey = (): AppError => new AppError('entity_not_found', { detail: 'You have no passkey with this id.' })

/** @throws AppError entity_not_found */
export const changePasskey = (db: Db, { orgId, userId }: SessionRecord, id: string, name: string): Promise<Passkey> =>
  transact(db, async (trx) => {
    const passkey = await findPasskey(trx, orgId, userId, id)
    if (!passkey) throw unknownPasskey()
    await renamePasskey(trx, orgId, id, name)
    await recordChange(trx, orgId, { entity: entityOf(userId), before: { name: passkey.name }, after: { name } })
    return toPasskey({ ...passkey, name })
  })

/** @throws AppError entity_not_found */
export const dropPasskey = (db: Db, { orgId, userId }: SessionRecord, id: string): Promise<void> =>
  transact(db, async (trx) => {
    const passkey = await findPasskey(trx, orgId, userId, id)
    if (!passkey) throw unknownPasskey()
    await deletePasskey(trx, orgId, id)
    await recordChange(trx, orgId, { entity: entityOf(userId), before: { passkey: id, name: passkey.name }, after: null })
  })

/** Removes all passkeys of a user and ends the sessions, for a lost device. @throws AppError entity_not_found */
export const dropPasskeysOf = (db: Db, orgId: string, userId: string): Promise<number> =>
  transact(db, async (trx) => {
    await assertUser(trx, orgId, userId)
    const passkeys = await deletePasskeysOf(trx, orgId, userId)
    await endSessionsOf(trx, orgId, userId)
    await recordChange(trx, orgId, { entity: entityOf(userId), before: { passkeys }, after: { passkeys: 0, isSignedOut: true } })
    return passkeys
  })
