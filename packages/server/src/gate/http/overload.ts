import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { Telemetry } from '../../platform/telemetry/telemetry.ts'
import { BODY_LIMIT, bodyTooLarge } from './body.ts'

/** The memory that the service takes when nothing is submitted. */
const OTHER_BYTES = 128 * 1024 * 1024
/**
 * The share of the remaining memory for bodies that are being received or processed. Measured with calls of 1,000 events: each
 * takes four times its size while it waits for the database, and as much again for a moment while it is parsed.
 */
const SHARE_OF_HEAP = 1 / 16
/** Text of events is compressed to a tenth of its size or less. */
const DECODED_TIMES = 20
/** The assumed size of a body without a Content-Length. */
const UNKNOWN_BYTES = 1024 * 1024

/** The budget in bytes; a body of the maximum size always fits. */
const bodyBudget = (): number =>
  Math.max(BODY_LIMIT, Math.floor((getHeapStatistics().heap_size_limit - OTHER_BYTES) * SHARE_OF_HEAP))

/** Estimates from the head how much memory a body will take. */
const expectedBytes = ({ headers, routeOptions }: FastifyRequest): number => {
  const length = headers['content-length']
  if (length === undefined) return headers['transfer-encoding'] === undefined ? 0 : UNKNOWN_BYTES
  const encoding = headers['content-encoding'] ?? 'identity'
  return Math.min(
    Number(length) * (encoding === 'identity' ? 1 : DECODED_TIMES),
    routeOptions.bodyLimit ?? Number.POSITIVE_INFINITY,
  )
}

const overloaded = (): AppError =>
  new AppError('unavailable', { detail: 'Too much is being submitted at once. Send the same call again after Retry-After.' })

/** The memory in use by authenticated callers, and by all others. */
type Held = Record<'known' | 'unknown', number>

/**
 * Limits the memory of bodies: beyond the budget, calls are refused before their body is read, and may be retried. The check runs
 * after authentication, separately for known and unknown callers, so that unknown callers cannot use up the memory of the others.
 * One body is always accepted, whatever its size.
 */
export const registerOverload = (app: FastifyInstance, telemetry: Telemetry): void => {
  const budget = bodyBudget()
  const held: Held = { known: 0, unknown: 0 }
  const holding = new WeakMap<FastifyRequest, { who: keyof Held; bytes: number }>()

  const hold = (request: FastifyRequest, who: keyof Held, bytes: number): void => {
    const others = held[who] - (holding.get(request)?.bytes ?? 0)
    if (others > 0 && others + bytes > budget) {
      telemetry.overloaded('bodies')
      throw overloaded()
    }
    held[who] = others + bytes
    holding.set(request, { who, bytes })
  }

  app.addHook('preParsing', async (request, reply) => {
    const { bodyLimit = BODY_LIMIT } = request.routeOptions
    // A body that can never fit gets an error that does not ask for a retry.
    if (Number(request.headers['content-length']) > bodyLimit) throw bodyTooLarge(bodyLimit)
    const bytes = expectedBytes(request)
    if (bytes === 0) return
    const who = request.caller || request.principal ? 'known' : 'unknown'
    hold(request, who, bytes)
    reply.raw.once('close', () => {
      held[who] -= holding.get(request)?.bytes ?? 0
      holding.delete(request)
    })
  })
  // The size is known now.
  app.addHook('preValidation', async (request) => {
    const own = holding.get(request)
    if (own && request.meteredBytes > 0) hold(request, own.who, request.meteredBytes)
  })
  telemetry.metrics.watchBodies(() => held.known + held.unknown)
}
