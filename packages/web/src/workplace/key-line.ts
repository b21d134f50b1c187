import { bearerSecret, type KeyWithSecret } from '@rollcall/contract'

type Made = Pick<KeyWithSecret, 'keyId' | 'secret'>

interface Seen {
  readonly eventId: string
  readonly timestamp: string
  readonly userId: string
  readonly locationId: string
}

const lineOf = (...parts: readonly string[]): string => parts.join(' \\\n  ')
const at = (path: string): string => `${window.location.origin}${path}`
const asKey = ({ keyId, secret }: Made): string => `curl -u ${keyId}:${secret}`

/** The line that says where a person was seen. */
export const presenceLine = (made: Made, events: readonly Seen[]): string => {
  const presenceEvents = events.map((event) => ({ ...event, locationType: 'location' }))
  const body = JSON.stringify({ sourceId: 'first-source', presenceEvents })
  return lineOf(asKey(made), `-H 'Content-Type: application/json'`, `-d '${body}'`, at('/v1/presence/basic'))
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
