import type { FastifyReply, FastifyRequest } from 'fastify'
import { EXPORT_CONNECTIONS } from '../../platform/db/pools.ts'
import { AppError } from '../../platform/errors.ts'
import { createFairShares, type Place, type ShareOwner, type Shares } from '../../platform/jobs/fair-shares.ts'
import type { Telemetry } from '../../platform/telemetry/telemetry.ts'

/**
 * The maximum of simultaneous streamed responses: no organization can take more than half of them, and no key or user more than a
 * quarter.
 */
export const READERS: Shares = { all: EXPORT_CONNECTIONS, perOrg: EXPORT_CONNECTIONS / 2, perCaller: EXPORT_CONNECTIONS / 4 }
const MAX_WAITING = { all: 10 * EXPORT_CONNECTIONS, perCaller: EXPORT_CONNECTIONS }
/** A slow reader keeps its place for this long while another reader waits for it. */
const WAIT_MS = 20_000

/** A place of a streamed answer. */
export interface ReaderPlace extends Place {
  /** Notes that the answer was cut off because its reader took too little. */
  dropped(): void
}

/** Who reads streamed answers of this node, so that slow readers hold up no one but themselves. */
export interface Readers {
  /** @throws AppError unavailable when too many of the same caller, or of all, read already */
  enter(request: FastifyRequest, reply: FastifyReply): Promise<ReaderPlace>
}

const refusal = (): AppError =>
  new AppError('unavailable', {
    detail:
      `Too many answers are being read: a key reads ${READERS.perCaller} at a time, an organization ${READERS.perOrg}. ` +
      'Read them to their end, then send the same call again after Retry-After.',
    headers: { 'retry-after': '5' },
    refusedBy: 'readers',
  })

const ownerOf = ({ caller, principal }: FastifyRequest): ShareOwner => {
  const orgId = caller?.orgId ?? principal?.orgId ?? ''
  return { orgId, caller: caller?.id ?? principal?.userId ?? '' }
}

/** Aborted when the caller goes away. */
const untilLeft = ({ raw }: FastifyReply): AbortSignal => {
  const left = new AbortController()
  raw.once('close', () => left.abort(new AppError('invalid_request', { detail: 'The caller went away.' })))
  return left.signal
}

export const createReaders = (telemetry: Telemetry): Readers => {
  const shares = createFairShares({ places: READERS, maxWaiting: MAX_WAITING, waitMs: WAIT_MS, refusal })
  telemetry.metrics.watchReaders(shares.count)
  return {
    async enter(request, reply) {
      const place = await shares.enter(ownerOf(request), untilLeft(reply))
      return { ...place, dropped: () => telemetry.readerDropped(request) }
    },
  }
}
