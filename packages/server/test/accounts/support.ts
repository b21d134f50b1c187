import { randomUUID } from 'node:crypto'
import type { Session } from '@rollcall/contract'
import { PASSWORD, type SignedIn, type TestService } from '../../src/testing/test-service.ts'
import { type Answer, JSON_TYPE, post, send } from '../http/support/send.ts'

export const WRONG = 'not the right password'

type Headers = Record<string, string>

/** Signs in as a client outside the service does. */
export const signInAs = (
  { baseUrl }: TestService,
  userName: string,
  { password = PASSWORD, organization, headers = {} }: { password?: string; organization?: string; headers?: Headers } = {},
): Promise<Answer> => post(baseUrl, '/api/session', { userName, password, ...(organization ? { organization } : {}) }, headers)

/** The one cookie that the answer sets: `name=value` and its attributes. */
export const cookieOf = ({ headers }: Answer): { cookie: string; attributes: string[] } => {
  const [only, ...more] = headers['set-cookie'] ?? []
  if (!only || more.length > 0) throw new Error(`Not one cookie but: ${headers['set-cookie']}`)
  const [cookie, ...attributes] = only.split('; ')
  return { cookie: cookie as string, attributes }
}

/** The headers that a browser sends after signing in. */
export const headersOf = (answer: Answer): Headers => ({
  cookie: cookieOf(answer).cookie,
  'x-csrf-token': answer.json<Session>().csrfToken as string,
})

/** Returns the answer to the session of these headers. */
export const whoAmI = ({ baseUrl }: TestService, headers: Headers): Promise<Answer> =>
  send(baseUrl, { path: '/api/session', headers })

export const changePassword = ({ baseUrl }: TestService, headers: Headers, currentPassword: string, newPassword: string) =>
  send(baseUrl, {
    method: 'PUT',
    path: '/api/session/password',
    headers: { ...JSON_TYPE, ...headers },
    body: { currentPassword, newPassword },
  })

export const setAccount = ({ baseUrl }: TestService, { headers }: SignedIn, userId: string, body: object) =>
  send(baseUrl, { method: 'PUT', path: `/api/users/${userId}/account`, headers: { ...JSON_TYPE, ...headers }, body })

export const removeAccount = ({ baseUrl }: TestService, { headers }: SignedIn, userId: string) =>
  send(baseUrl, { method: 'DELETE', path: `/api/users/${userId}/account`, headers })

export const createUser = async (
  { database }: TestService,
  orgId: string,
  userName: string,
  status = 'active',
): Promise<string> => {
  const userId = randomUUID()
  await database.db.insertInto('users').values({ org_id: orgId, id: userId, user_name: userName, status }).execute()
  return userId
}

export const storePasswordHash = ({ database }: TestService, orgId: string, userId: string, hash: string) =>
  database.db
    .insertInto('user_accounts')
    .values({ org_id: orgId, user_id: userId, password_hash: hash })
    .onConflict((c) => c.columns(['org_id', 'user_id']).doUpdateSet({ password_hash: hash }))
    .execute()

export const countSessions = async ({ database }: TestService, userId: string): Promise<number> => {
  const { rowCount } = await database.pool.query('select from sessions where user_id = $1', [userId])
  return rowCount ?? 0
}
