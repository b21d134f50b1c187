import { bearerSecret, type KeyWithSecret, type SubmissionResult } from '@rollcall/contract'
import { ApiError } from '../api/api-error.ts'

type Made = Pick<KeyWithSecret, 'keyId' | 'secret'>

export interface Seen {
  readonly eventId: string
  readonly timestamp: string
  readonly userId: string
  readonly locationId: string
}

const lineOf = (...parts: readonly string[]): string => parts.join(' \\\n  ')
const at = (path: string): string => `${window.location.origin}${path}`
const asKey = ({ keyId, secret }: Made): string => `curl -u ${keyId}:${secret}`

const PRESENCE = '/v1/presence/basic'
const bodyOf = (events: readonly Seen[]): string => {
  const presenceEvents = events.map((event) => ({ ...event, locationType: 'location' }))
  return JSON.stringify({ sourceId: 'first-source', presenceEvents })
}

/** The line that says where a person was seen. */
export const presenceLine = (made: Made, events: readonly Seen[]): string =>
  lineOf(asKey(made), `-H 'Content-Type: application/json'`, `-d '${bodyOf(events)}'`, at(PRESENCE))

/** Makes the call of that line. A refusal is no ApiError, because one of a key would end the session of the user. */
export const sendPresence = async ({ keyId, secret }: Made, events: readonly Seen[]): Promise<SubmissionResult> => {
  const response = await fetch(PRESENCE, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${keyId}:${secret}`)}`, 'content-type': 'application/json' },
    credentials: 'omit',
    body: bodyOf(events),
  }).catch((error: unknown) => {
    throw ApiError.network(error)
  })
  if (!response.ok) throw new Error((await ApiError.of(response)).message)
  return (await response.json()) as SubmissionResult
}

/** A line that tries a new key and changes nothing; undefined where a key can only be tried by sending something. */
export const trialLine = (made: KeyWithSecret): string | undefined => {
  const { keyId, secret, role, authMethods } = made
  if (role === 'provisioning') {
    const token = bearerSecret(keyId, secret ?? '')
    return lineOf(`curl -H 'Authorization: Bearer ${token}'`, `'${at('/scim/v2/Users?count=1')}'`)
  }
  const isReader = role === 'data-warehouse' || role === 'all-permissions'
  if (isReader && authMethods.includes('basic')) return lineOf(asKey(made), at('/v1/analytics/locations/basic'))
  return authMethods.includes('hmac') ? lineOf(asKey(made), '-d grant_type=client_credentials', at('/v1/auth/token')) : undefined
}
