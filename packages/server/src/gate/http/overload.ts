import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { Fairness } from '../../platform/fairness/fairness.ts'
import { UNKNOWN_ORG } from '../../platform/fairness/work-owner.ts'
import type { Telemetry } from '../../platform/telemetry/telemetry.ts'
import { BODY_LIMIT, bodyTooLarge } from './body.ts'
import { onceClosed } from './caller-left.ts'

/** The memory that the service needs without submissions. */
const OTHER_BYTES = 128 * 1024 * 1024
/**
 * The share of the remaining memory for bodies that are being received or processed. A call of 1,000 events takes four times its
 * size while it waits for the database, and briefly twice as much while it is parsed.
 */
const HEAP_SHARE = 1 / 16
/** The assumed ratio of decoded to compressed size; text of events compresses to a tenth of its size or less. */
const DECODED_RATIO = 20
/** The assumed size of a body without a Content-Length. */
const UNKNOWN_BYTES = 1024 * 1024

/** Returns the budget in bytes; a body of the maximum size always fits. */
export const bodyBudget = (): number =>
  Math.max(BODY_LIMIT, Math.floor((getHeapStatistics().heap_size_limit - OTHER_BYTES) * HEAP_SHARE))

/** Estimates from the headers how much memory a body will take. */
const expectedBytes = ({ headers, routeOptions }: FastifyRequest): number => {
  const length = headers['content-length']
  if (length === undefined) return headers['transfer-encoding'] === undefined ? 0 : UNKNOWN_BYTES
  const encoding = headers['content-encoding'] ?? 'identity'
  return Math.min(
    Number(length) * (encoding === 'identity' ? 1 : DECODED_RATIO),
    routeOptions.bodyLimit ?? Number.POSITIVE_INFINITY,
  )
}

const overloaded = (): AppError =>
  new AppError('unavailable', { detail: 'Too much is being submitted at once. Send the same call again after Retry-After.' })

/** The memory in use by authenticated callers, and by all others. */
type Held = Record<'known' | 'unknown', number>

/** What the body of a request counts for. */
interface Holding {
  readonly who: keyof Held
  readonly orgId: string
  readonly bytes: number
}

/**
 * Limits the memory of bodies: beyond the budget, calls are refused before their body is read, and may be retried. The check runs
 * after authentication, separately for known and unknown callers, so that unknown callers cannot use up the memory of the others;
 * and while several organizations are active, each has a share. A single body is always accepted, regardless of its size.
 */
export const registerOverload = (app: FastifyInstance, telemetry: Telemetry, { neighbors, share }: Fairness): void => {
  const budget = bodyBudget()
  const held: Held = { known: 0, unknown: 0 }
  const heldBy = new Map<string, number>()
  const holding = new WeakMap<FastifyRequest, Holding>()

  const release = (request: FastifyRequest): void => {
    const own = holding.get(request)
    if (!own) return
    holding.delete(request)
    held[own.who] -= own.bytes
    const left = (heldBy.get(own.orgId) ?? 0) - own.bytes
    if (left > 0) heldBy.set(own.orgId, left)
    else heldBy.delete(own.orgId)
  }

  const exceeds = (before: number, bytes: number, limit: number): boolean => before > 0 && before + bytes > limit

  const hold = (request: FastifyRequest, bytes: number): void => {
    release(request)
    const { orgId } = request.owner
    const who = orgId === UNKNOWN_ORG ? 'unknown' : 'known'
    const ofOrg = heldBy.get(orgId) ?? 0
    const isBeyondShare = exceeds(ofOrg, bytes, Math.max(BODY_LIMIT, budget * share)) && neighbors.hasOthers(orgId)
    if (isBeyondShare || exceeds(held[who], bytes, budget)) {
      telemetry.overloaded('bodies')
      throw overloaded()
    }
    held[who] += bytes
    heldBy.set(orgId, ofOrg + bytes)
    holding.set(request, { who, orgId, bytes })
  }

  app.addHook('preParsing', (request, reply, payload, done) => {
    const { bodyLimit = BODY_LIMIT } = request.routeOptions
    // A body that can never fit gets an error that does not ask for a retry.
    if (Number(request.headers['content-length']) > bodyLimit) throw bodyTooLarge(bodyLimit)
    const bytes = expectedBytes(request)
    if (bytes === 0) return done(null, payload)
    hold(request, bytes)
    onceClosed(reply, () => release(request))
    done(null, payload)
  })
  // Now the actual size replaces the estimate.
  app.addHook('preValidation', (request, _reply, done) => {
    if (holding.has(request) && request.meteredBytes > 0) hold(request, request.meteredBytes)
    done()
  })
  telemetry.metrics.watchBodies(() => held.known + held.unknown)
}
