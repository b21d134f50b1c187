import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Sealer } from '../sealing/sealing.ts'

/** How long a person may take at the provider. */
export const ATTEMPT_SECONDS = 600
const PURPOSE = 'sign-in attempt'

/**
 * A sign-in that has started and waits for the answer of the provider. It is sealed into a cookie, so that only this browser can
 * finish it, on any node.
 */
export interface SignInAttempt {
  readonly orgId: string
  readonly providerId: string
  readonly state: string
  readonly nonce: string
  /** The code verifier (RFC 7636). */
  readonly verifier: string
  readonly redirectUri: string
  readonly returnTo: string
  /** The administrator who tries the provider; undefined for a sign-in. */
  readonly trialOf?: string
  /** Milliseconds since 1970. */
  readonly endsAt: number
}

/** Each attempt has a cookie of its own, because people open several tabs. */
const nameFor = ({ protocol }: FastifyRequest, state: string): string =>
  `${protocol === 'https' ? '__Host-' : ''}rollcall_sso_${state.slice(0, 8)}`

const attributes = ({ protocol }: FastifyRequest) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: protocol === 'https', maxAge: ATTEMPT_SECONDS }) as const

export const keepAttempt = (request: FastifyRequest, reply: FastifyReply, sealer: Sealer, attempt: SignInAttempt): void => {
  const sealed = sealer.seal(JSON.stringify(attempt), PURPOSE).toString('base64url')
  void reply.setCookie(nameFor(request, attempt.state), sealed, attributes(request))
}

/** Returns the attempt of this browser with this state and removes its cookie; undefined if there is none, or it took too long. */
export const takeAttempt = (
  request: FastifyRequest,
  reply: FastifyReply,
  sealer: Sealer,
  state: string,
): SignInAttempt | undefined => {
  // Other states have characters that no cookie name has.
  if (!/^[\w-]{20,}$/.test(state)) return undefined
  const name = nameFor(request, state)
  const sealed = request.cookies[name]
  if (sealed === undefined) return undefined
  const { maxAge: _, ...rest } = attributes(request)
  void reply.clearCookie(name, rest)
  const attempt = opened(sealer, sealed)
  return attempt && attempt.state === state && attempt.endsAt > Date.now() ? attempt : undefined
}

const opened = (sealer: Sealer, sealed: string): SignInAttempt | undefined => {
  try {
    return JSON.parse(sealer.open(Buffer.from(sealed, 'base64url'), PURPOSE).toString()) as SignInAttempt
  } catch {
    // It was made up, or sealed with a key that is no longer known.
    return undefined
  }
}
