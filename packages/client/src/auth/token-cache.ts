import type { Token } from './token-requests.ts'

/** Tokens are renewed this long before they expire, so that none expires in transit. */
const MARGIN_MS = 60_000

/** Caches one token. Concurrent callers share one request for a new token. */
export interface TokenCache {
  get(): Promise<string>
  /** Drops this token, unless a newer one has already replaced it. */
  drop(token: string): void
}

export const createTokenCache = (request: () => Promise<Token>): TokenCache => {
  let held: { value: string; until: number } | undefined
  let inFlight: Promise<string> | undefined
  const renew = async () => {
    const { value, lifetimeMs } = await request()
    held = { value, until: performance.now() + lifetimeMs - MARGIN_MS }
    return value
  }
  return {
    get: async () => {
      if (held && performance.now() < held.until) return held.value
      inFlight ??= renew().finally(() => {
        inFlight = undefined
      })
      return await inFlight
    },
    drop: (token) => {
      if (held?.value === token) held = undefined
    },
  }
}
