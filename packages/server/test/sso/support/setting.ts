import type { IdentityProvider } from '@rollcall/contract'
import type { SignedIn, TestService } from '../../../src/testing/test-service.ts'
import { type Answer, JSON_TYPE, send } from '../../http/support/send.ts'
import type { RealProvider } from './real-provider.ts'

/** Calls the API as this person. */
export const as =
  ({ baseUrl }: Pick<TestService, 'baseUrl'>, { headers }: Pick<SignedIn, 'headers'>) =>
  (method: string, path: string, body?: object): Promise<Answer> =>
    send(baseUrl, { method, path, headers: { ...(body ? JSON_TYPE : {}), ...headers }, body })

interface Client {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

let labels = 0

/** Adds a provider to the organization of an administrator. */
export const addProvider = async (
  service: Pick<TestService, 'baseUrl'>,
  administrator: SignedIn,
  { issuer, clientId, clientSecret }: Client,
  more: object = {},
): Promise<IdentityProvider> => {
  const body = { label: `Provider ${++labels}`, issuer, clientId, credential: clientSecret, ...more }
  const answer = await as(service, administrator)('POST', '/api/identity-providers', body)
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json<IdentityProvider>()
}

/** Adds the real provider, and registers the service there. */
export const connect = async (
  service: Pick<TestService, 'baseUrl'>,
  administrator: SignedIn,
  provider: RealProvider,
  more: object = {},
): Promise<IdentityProvider> => {
  const added = await addProvider(service, administrator, provider, more)
  const { baseUrl } = service
  await provider.register(`${baseUrl}/sign-in/sso/${added.providerId}`, {
    post_logout_redirect_uris: [`${baseUrl}/sign-in`],
    backchannel_logout_uri: `${baseUrl}/api/identity-providers/${added.providerId}/logout`,
    backchannel_logout_session_required: true,
  })
  return added
}

/** Stores a user, and returns the id. */
export const storeUser = async (
  { database }: Pick<TestService, 'database'>,
  orgId: string,
  user: { userName: string; email?: string; status?: string },
): Promise<string> => {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into users (org_id, id, user_name, email, status) values ($1, gen_random_uuid(), $2, $3, $4) returning id`,
    [orgId, user.userName, user.email ?? null, user.status ?? 'active'],
  )
  return rows[0]?.id as string
}
