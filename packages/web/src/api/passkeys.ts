import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { Answer, Input } from './call.ts'

type NewPasskey = NonNullable<Input<'createPasskey'>['body']>
type PasskeySignIn = NonNullable<Input<'signInWithPasskey'>['body']>

/** Whether this browser can ask a device for a passkey, which it does on HTTPS and on localhost only. */
export const canUsePasskeys = (): boolean => browserSupportsWebAuthn()

/** Asks a device to make a passkey, and returns its answer as the service takes it. Throws when the person cancels. */
export const askForPasskey = async (start: Answer<'startPasskey'>): Promise<Omit<NewPasskey, 'name' | 'currentPassword'>> => {
  const { state, challenge, host, userHandle, userName, displayName, algorithms, existingIds } = start
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge,
      rp: { id: host, name: 'Rollcall' },
      user: { id: userHandle, name: userName, displayName },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: existingIds.map((existing) => ({ type: 'public-key', id: existing })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    },
  })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { state, credentialId: id, clientDataJson: clientDataJSON, attestationObject, transports }
}

/** Asks the person for a passkey of this host, and returns the signature as the service takes it. Throws when the person cancels. */
export const askForSignature = async ({ state, challenge, host }: Answer<'startPasskeySignIn'>): Promise<PasskeySignIn> => {
  const { id, response } = await startAuthentication({
    optionsJSON: { challenge, rpId: host, userVerification: 'required', allowCredentials: [] },
  })
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
  return { state, credentialId: id, clientDataJson: clientDataJSON, authenticatorData, signature, userHandle }
}

/** Whether the person closed the dialog of the device, which is no failure. */
export const wasCanceled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
