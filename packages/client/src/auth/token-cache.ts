import type { Token } from './token-requests.ts'

/** Tokens are renewed this long before they end, so that none ends on its way. */
const MARGIN_MS = 60_000

/** Holds one token; however many ask at once, one request for a new one is under way. */
export interface TokenCache {
  get(): Promise<string>
  /** Forgets this token, unless a newer one took its place already. */
  drop(token: string): void
}

export const createTokenCache = (request: () => Promise<Token>): TokenCache => {
  let held: { value: string; until: number } | undefined
  let underWay: Promise<string> | undefined
  const renew = async () => {
    const { value, lifetimeMs } = await request()
    held = { value, until: performance.now() + lifetimeMs - MARGIN_MS }
    return value
  }
  return {
    get: async () => {
      if (held && performance.now() < held.until) return held.value
      underWay ??= renew().finally(() => {
        underWay = undefined
      })
      return await underWay
    },
    drop: (token) => {
      if (held?.value === token) held = undefined
    },
  }
}
