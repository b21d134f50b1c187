import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../../platform/errors.ts'
import type { KeyRecord } from './key-directory.ts'

export interface KeyRates {
  /** Counts a request of a key or kiosk screen that has a limit, and puts the remaining number in the headers. @throws AppError rate_limited */
  consume(key: Pick<KeyRecord, 'id' | 'requestsPerMinute'>, reply: FastifyReply): Promise<void>
}

const WINDOW_SECONDS = 60
const MAX_LIMITS = 1_000

/** Applies the optional limit per key (contract §2). Each node counts by itself, so that no call waits for another node. */
export const createKeyRates = (): KeyRates => {
  const limiters = new LRUCache<number, RateLimiterMemory>({
    max: MAX_LIMITS,
    memoMethod: (points) => new RateLimiterMemory({ points, duration: WINDOW_SECONDS, keyPrefix: `${points}` }),
  })
  return {
    async consume(key, reply) {
      const limit = key.requestsPerMinute
      if (limit === null) return
      const state = await limiters.memo(limit).consume(key.id).catch(exceeded)
      const seconds = Math.ceil(state.msBeforeNext / 1000)
      reply.header('ratelimit-policy', `"key";q=${limit};w=${WINDOW_SECONDS}`)
      reply.header('ratelimit', `"key";r=${state.remainingPoints};t=${seconds}`)
      if (state.consumedPoints <= limit) return
      throw new AppError('rate_limited', { headers: { 'retry-after': String(Math.max(1, seconds)) } })
    },
  }
}

/** The library rejects with its state if the limit is exceeded, and with an Error if it fails. */
const exceeded = (reason: unknown): RateLimiterRes => {
  if (reason instanceof RateLimiterRes) return reason
  throw reason
}
