import { bearerSecret, type KeyWithSecret, type SubmissionResult } from '@rollcall/contract'
import { ApiError } from '../api/api-error.ts'

type Made = Pick<KeyWithSecret, 'keyId' | 'secret'>

/** Where a person was seen, who is named by an id, or by a user name or e-mail. */
export interface Seen {
  readonly eventId: string
  readonly timestamp: string
  readonly userId?: string
  readonly userEmail?: string
  readonly locationId: string
}

const lineOf = (...parts: readonly string[]): string => parts.join(' \\\n  ')
const at = (path: string): string => `${window.location.origin}${path}`
const asKey = ({ keyId, secret }: Made): string => `curl -u ${keyId}:${secret}`

/** With a token, which the shell gets by the key, where the key does not allow Basic authentication. */
const asToken = ({ keyId, secret }: Made): string =>
  `curl -H "Authorization: Bearer $(curl -s -u ${keyId}:${secret} -d grant_type=client_credentials ${at('/v1/auth/token')} \\\n    | sed 's/.*"access_token" *: *"\\([^"]*\\)".*/\\1/')"`

const PRESENCE = '/v1/presence/basic'
const bodyOf = (events: readonly Seen[]): string => {
  const presenceEvents = events.map((event) => ({ ...event, locationType: 'location' }))
  return JSON.stringify({ sourceId: 'first-source', presenceEvents })
}

const inQuotes = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The line that says where a person was seen. */
export const presenceLine = (made: Made & Pick<KeyWithSecret, 'authMethods'>, events: readonly Seen[]): string => {
  const body = [`-H 'Content-Type: application/json'`, `-d ${inQuotes(bodyOf(events))}`]
  return made.authMethods.includes('basic')
    ? lineOf(asKey(made), ...body, at(PRESENCE))
    : lineOf(asToken(made), ...body, at('/v1/presence'))
}

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
