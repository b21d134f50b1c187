import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Sealer } from '../../gate/sealing/sealing.ts'
import { AppError } from '../../platform/errors.ts'
import { bytesOfUuid, UUID_BYTES, uuidAt } from '../../platform/sql/uuid-bytes.ts'

/** How long a person has to answer on the device. */
const MAX_AGE_MS = 5 * 60_000
const PURPOSE = 'passkey'

/** Where the browser is. Devices sign both, so a passkey works nowhere else. */
export interface Site {
  /** Scheme, host and port. */
  readonly origin: string
  /** The name of the host alone. */
  readonly host: string
}

/**
 * The operator names the address of the web app, or it is the one that the browser asked.
 * @throws AppError passkeys_unavailable if a request names no host
 */
export const siteOf = ({ protocol, host, hostname }: FastifyRequest, publicUrl: string | undefined): Site => {
  if (publicUrl === undefined) {
    if (hostname === '') throw new AppError('passkeys_unavailable', { detail: 'The header Host names no host.' })
    return { origin: `${protocol}://${host}`, host: hostname }
  }
  const url = new URL(publicUrl)
  return { origin: url.origin, host: url.hostname }
}

/** A challenge, and for whom it was made: a signed-in person who adds a passkey, or anyone who signs in. */
interface Ceremony {
  readonly challenge: string
  readonly madeAt: Date
  readonly host: string
  /** Absent for a sign-in. */
  readonly addedTo?: { readonly orgId: string; readonly userId: string }
}

interface StartedCeremony {
  /** The ceremony, sealed: the browser brings it back, so nothing has to be stored. */
  readonly state: string
  readonly challenge: string
}

export const startCeremony = ({ seal }: Pick<Sealer, 'seal'>, site: Site, addedTo?: Ceremony['addedTo']): StartedCeremony => {
  const challenge = randomBytes(32).toString('base64url')
  const words = [challenge, Date.now(), site.host, addedTo?.orgId ?? '-', addedTo?.userId ?? '-']
  return { state: seal(words.join(' '), PURPOSE).toString('base64url'), challenge }
}

/** Returns undefined when the state is not one of ours, or too old. */
export const readCeremony = ({ open }: Pick<Sealer, 'open'>, state: string): Ceremony | undefined => {
  const [challenge = '', madeAt = '', host = '', orgId = '-', userId = '-'] = opened(open, state)?.split(' ') ?? []
  if (challenge === '' || Date.now() - Number(madeAt) > MAX_AGE_MS) return undefined
  return { challenge, madeAt: new Date(Number(madeAt)), host, ...(orgId !== '-' && { addedTo: { orgId, userId } }) }
}

const opened = (open: Sealer['open'], state: string): string | undefined => {
  try {
    return open(Buffer.from(state, 'base64url'), PURPOSE).toString()
  } catch {
    return undefined
  }
}

/** What a device stores as the user: organization and user, so that a sign-in needs no name. */
export const userHandleOf = (orgId: string, userId: string): string =>
  Buffer.concat([bytesOfUuid(orgId), bytesOfUuid(userId)]).toString('base64url')

export const readUserHandle = (handle: string): { orgId: string; userId: string } | undefined => {
  const bytes = Buffer.from(handle, 'base64url')
  if (bytes.length !== 2 * UUID_BYTES) return undefined
  return { orgId: uuidAt(bytes, 0), userId: uuidAt(bytes, UUID_BYTES) }
}
