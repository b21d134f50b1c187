import type { Endpoint } from '@rollcall/contract'
import type { Authorization } from './auth/authorization.ts'
import type { Consume } from './http/consume.ts'
import { exchange, type Outgoing } from './http/exchange.ts'
import { withRetries } from './http/retry.ts'
import type { CallOptions } from './operations.ts'
import type { ResolvedOptions } from './options.ts'
import { RollcallError } from './rollcall-error.ts'

/** One call of an operation, before authentication is applied. */
export interface Call {
  endpoint: Endpoint
  params?: Record<string, string> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
  options?: CallOptions | undefined
  /** Whether 304 is a valid response. */
  conditional?: boolean
}

const queryString = (query: Record<string, unknown> = {}): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

const pathOf = ({ path, roles, people }: Endpoint, params: Record<string, string> = {}, suffix: string): string => {
  const located = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return roles === 'public' || people ? located : `${located}${suffix}`
}

const outgoingOf = ({ endpoint, params, query, body, options, conditional }: Call, suffix: string): Outgoing => ({
  method: endpoint.method,
  path: `${pathOf(endpoint, params, suffix)}${queryString(query)}`,
  headers: {
    accept: endpoint.mediaType ?? 'application/json',
    ...(endpoint.body ? { 'content-type': 'application/json' } : {}),
    ...options?.headers,
  },
  body: endpoint.body ? JSON.stringify(body) : undefined,
  signal: options?.signal,
  conditional,
})

/** The caller must fix a request that cannot be serialized; a retry would fail again. */
const serializeCall = (call: Call, suffix: string): Outgoing => {
  try {
    return outgoingOf(call, suffix)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'it cannot be serialized'
    throw new RollcallError(`The request could not be sent: ${reason}`, { status: 0, code: 'not_sent', cause })
  }
}

/** Lets a caller abort its wait for a promise that it shares with other callers. */
const orAborted = <T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> => {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Performs a call with authorization, retries, and one new token after a 401. Every failure rejects the promise. */
export const perform = async <T>(
  options: ResolvedOptions,
  authorization: Authorization,
  call: Call,
  consume: Consume<T>,
): Promise<T> => {
  const outgoing = serializeCall(call, authorization.suffix)
  const { signal } = outgoing
  const retries = { maxAttempts: options.maxAttempts, backoffMs: options.backoffMs, signal }
  const once = () => exchange(options, outgoing, consume)
  if (call.endpoint.roles === 'public') return await withRetries(once, retries)
  let canRenew = true
  const authorized = async (): Promise<T> => {
    // The token request has its own retries, so its failure is final here.
    const header = await orAborted(authorization.header(), signal)
    const send = () => exchange(options, { ...outgoing, headers: { ...outgoing.headers, authorization: header } }, consume)
    try {
      return await withRetries(send, retries)
    } catch (error) {
      const isRefused = error instanceof RollcallError && error.status === 401
      if (!isRefused || !canRenew || !authorization.refused(header)) throw error
      canRenew = false
      return await authorized()
    }
  }
  return await authorized()
}
