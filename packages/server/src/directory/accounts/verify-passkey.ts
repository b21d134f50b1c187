import type { PasskeySignIn } from '@rollcall/contract'
import { type Access, blockedBecause, moving } from '../../gate/authentication/access-service.ts'
import type { Homes } from '../../gate/cells/homes.ts'
import { isServed } from '../../gate/keys/key-directory.ts'
import { CHALLENGE } from '../../gate/sessions/session-service.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { readCeremony, readUserHandle, type Site } from './passkey-state.ts'
import { findCredential, noteUse, type StoredCredential } from './passkey-store.ts'
import { recordRefusal } from './refusals.ts'
import type { ProvenAccount } from './start-session.ts'
import { loadWebAuthn } from './webauthn.ts'

const refused = (cause?: unknown): AppError =>
  new AppError('sign_in_failed', {
    cause,
    headers: CHALLENGE,
    detail: 'This passkey does not sign in here. Sign in with your password, or ask an administrator for a link.',
  })

interface ProvenPasskey extends ProvenAccount {
  /** Notes the use, so that the same signature signs no one in again. @throws AppError sign_in_failed if it did already */
  readonly noteUse: (trx: Db) => Promise<void>
}

/** Returns the account whose passkey signed the challenge. @throws AppError passkeys_unavailable, sign_in_failed, blocked, unavailable */
export const verifyPasskey = async (
  homes: Homes,
  sealer: Access['sealer'],
  site: Site,
  { state, credentialId, clientDataJson, authenticatorData, signature, userHandle }: PasskeySignIn,
): Promise<ProvenPasskey> => {
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const ceremony = readCeremony(sealer, state)
  const owner = readUserHandle(userHandle)
  if (!ceremony || ceremony.addedTo || !owner) throw refused()
  const { orgId, userId } = owner
  const home = await homes.of(orgId)
  const stored = await findCredential(home, orgId, userId, Buffer.from(credentialId, 'base64url'))
  if (!stored || stored.host !== ceremony.host) throw refused()
  if (!isServed(stored.placement)) throw moving()
  const refuse = async (reason: string, cause?: unknown): Promise<never> => {
    await recordRefusal(home, orgId, userId, `The answer of a passkey was refused: ${reason}`)
    throw refused(cause)
  }
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: clientDataJson, authenticatorData, signature, userHandle },
    },
    expectedChallenge: ceremony.challenge,
    expectedOrigin: site.origin,
    expectedRPID: ceremony.host,
    requireUserVerification: true,
    credential: credentialOf(credentialId, stored),
  }).catch((cause) => refuse((cause as Error).message, cause))
  if (!verified) return refuse('the signature is wrong')
  if (!stored.signsInLocally) return refuse('passkeys are off, because the organization requires an identity provider')
  // Only the holder of the passkey learns that the organization is blocked.
  if (stored.blockedAt) throw blockedBecause(stored.blockedReason ?? 'No reason was given.')
  const use = { signCount: authenticationInfo.newCounter, madeAt: ceremony.madeAt }
  return {
    home,
    orgId,
    userId,
    async noteUse(trx) {
      if (!(await noteUse(trx, orgId, stored.id, use))) throw refused()
    },
  }
}

const credentialOf = (id: string, { publicKey, signCount, transports }: StoredCredential) => ({
  id,
  publicKey: new Uint8Array(publicKey),
  counter: signCount,
  transports,
})
