import { type AuthResponse, ENDPOINTS, type TokenResponse } from '@rollcall/contract'
import { consumeJson } from '../http/consume.ts'
import { exchange } from '../http/exchange.ts'
import { withRetries } from '../http/retry.ts'
import type { ResolvedOptions } from '../options.ts'
import { RollcallError } from '../rollcall-error.ts'
import { hmacOf } from './hmac.ts'

/** A token and its lifetime from now. An absolute time would depend on two clocks agreeing. */
export interface Token {
  value: string
  lifetimeMs: number
}

/** A smaller clock difference cannot be the reason for a rejected hash: the service allows 300 s. */
const NOTABLE_SKEW_MS = 30_000

const HEADERS = { 'content-type': 'application/json', accept: 'application/json' }

const post = (options: ResolvedOptions, path: string, body: unknown, onHeaders?: (headers: Headers) => void) =>
  exchange(options, { method: 'POST', path, headers: HEADERS, body: JSON.stringify(body), onHeaders }, consumeJson)

const dateOf = (headers: Headers): number | undefined => {
  const date = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(date) ? undefined : date
}

/** @throws RollcallError invalid_answer if there is no token. It is retried, because the response may come from a proxy. */
const tokenOf = (value: unknown, lifetimeMs: number): Token => {
  if (typeof value === 'string' && value !== '' && Number.isFinite(lifetimeMs)) return { value, lifetimeMs }
  throw new RollcallError('The response contains no token', { status: 200, code: 'invalid_answer' })
}

/** Through POST /v1/auth. After a 401 it retries once with the service's clock if ours differs. */
export const hmacTokens = (options: ResolvedOptions): (() => Promise<Token>) => {
  const { id, secret } = options.key
  let skewMs = 0
  const request = async (mayAdjust: boolean): Promise<Token> => {
    let serverMs: number | undefined
    const timestamp = Math.floor((Date.now() + skewMs) / 1000)
    const body = { apiKey: id, timestamp, hash: await hmacOf(id, timestamp, secret) }
    try {
      const answer = (await post(options, ENDPOINTS.authenticate.path, body, (headers) => {
        serverMs = dateOf(headers)
      })) as Partial<AuthResponse> | null
      const now = serverMs ?? Date.now() + skewMs
      return tokenOf(answer?.token, Number(answer?.expiration) * 1000 - now)
    } catch (error) {
      const seen = serverMs === undefined ? skewMs : serverMs - Date.now()
      const isSkewed = error instanceof RollcallError && error.status === 401 && Math.abs(seen - skewMs) > NOTABLE_SKEW_MS
      if (!isSkewed || !mayAdjust) throw error
      skewMs = seen
      return await request(false)
    }
  }
  return () => withRetries(() => request(true), options)
}

/** Through POST /v1/auth/token, the OAuth 2.0 client-credentials grant. */
export const clientCredentialsTokens = (options: ResolvedOptions): (() => Promise<Token>) => {
  const body = { grant_type: 'client_credentials', client_id: options.key.id, client_secret: options.key.secret }
  const request = async (): Promise<Token> => {
    const answer = (await post(options, ENDPOINTS.createToken.path, body)) as Partial<TokenResponse> | null
    return tokenOf(answer?.access_token, Number(answer?.expires_in) * 1000)
  }
  return () => withRetries(request, options)
}
