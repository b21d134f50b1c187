import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Scheme } from '@rollcall/contract'
import { TEST_TIMEOUT_MS } from '../../../src/testing/test-database.ts'
import { basic, bearer } from '../../../src/testing/test-service.ts'
import { post } from './send.ts'

export interface KeyAndSecret {
  id: string
  secret: string
}

export const unixNow = (): number => Math.floor(Date.now() / 1000)

/** Body of POST /v1/auth for this key at this time. */
export const hmacBody = ({ id, secret }: KeyAndSecret, timestamp = unixNow()) => ({
  apiKey: id,
  timestamp,
  hash: createHmac('sha256', secret).update(`${id}${timestamp}`).digest('hex'),
})

export const tokenOf = async (baseUrl: string, { id, secret }: KeyAndSecret): Promise<string> => {
  const answer = await post(baseUrl, '/v1/auth/token', { client_id: id, client_secret: secret })
  if (answer.status !== 200) throw new Error(`No token: ${answer.text}`)
  return answer.json<{ access_token: string }>().access_token
}

export type Headers = Record<string, string>

/** The headers that prove the key, by scheme of the variant. */
export const provingHeaders = async (baseUrl: string, key: KeyAndSecret): Promise<Record<Scheme, Headers>> => {
  const token = bearer(await tokenOf(baseUrl, key))
  return { none: {}, basic: basic(key), bearer: token, session: token, screen: {} }
}

/** Waits until something holds, at most for these milliseconds. */
export const until = async (holds: () => Promise<boolean>, withinMs = TEST_TIMEOUT_MS): Promise<void> => {
  for (const end = Date.now() + withinMs; !(await holds()); await delay(20)) {
    if (Date.now() > end) throw new Error(`Did not come to hold within ${withinMs} ms: ${holds}`)
  }
}
