import { RollcallError } from '../rollcall-error.ts'

const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504])
const RETRIED_CODES: ReadonlySet<string> = new Set(['network_error', 'timeout', 'truncated_body', 'invalid_answer'])
const MAX_BACKOFF_MS = 20_000
/** The call fails if the service asks for a longer wait; `retryAfterMs` passes it to the caller. */
const MAX_RETRY_AFTER_MS = 300_000

export interface RetryOptions {
  maxAttempts: number
  backoffMs: number
  signal?: AbortSignal | undefined
}

/** Full jitter: uniform between 0 and a doubling bound, so that many clients do not retry at the same time. */
const backoff = (attempt: number, firstMs: number): number =>
  Math.random() * Math.min(MAX_BACKOFF_MS, firstMs * 2 ** (attempt - 1))

/** Milliseconds to wait before the next attempt; undefined if there is none. */
export const retryDelay = (error: unknown, attempt: number, options: RetryOptions): number | undefined => {
  if (!(error instanceof RollcallError) || attempt >= options.maxAttempts) return undefined
  if (!RETRIED_STATUSES.has(error.status) && !RETRIED_CODES.has(error.code)) return undefined
  const jitter = backoff(attempt, options.backoffMs)
  if (error.retryAfterMs === undefined) return jitter
  return error.retryAfterMs > MAX_RETRY_AFTER_MS ? undefined : error.retryAfterMs + jitter
}

/** Waits, and throws the reason of the signal when it aborts. */
const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
  })

/** Every operation is safe to repeat (contract §1), so all operations are retried the same way. */
export const withRetries = async <T>(run: () => Promise<T>, options: RetryOptions): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    options.signal?.throwIfAborted()
    try {
      return await run()
    } catch (error) {
      const delay = retryDelay(error, attempt, options)
      if (delay === undefined) throw error
      await sleep(delay, options.signal)
    }
  }
}
