import type { FastifyReply, FastifyRequest } from 'fastify'
import { untilLeft } from '../../gate/http/caller-left.ts'
import { EXPORT_CONNECTIONS } from '../../platform/db/pools.ts'
import { AppError } from '../../platform/errors.ts'
import type { Fairness } from '../../platform/fairness/fairness.ts'
import { createFairShares, type Place, type Shares } from '../../platform/jobs/fair-shares.ts'
import type { Telemetry } from '../../platform/telemetry/telemetry.ts'

/**
 * The maximum of simultaneous streamed responses: no organization can take more than half of them, and no key or user more than a
 * quarter.
 */
export const READERS: Shares = { all: EXPORT_CONNECTIONS, perOrg: EXPORT_CONNECTIONS / 2, perCaller: EXPORT_CONNECTIONS / 4 }
const MAX_WAITING: Shares = { all: 10 * EXPORT_CONNECTIONS, perOrg: 5 * EXPORT_CONNECTIONS, perCaller: EXPORT_CONNECTIONS }
/** What a part counts for among other work in a turn of the event loop. */
const PART_BYTES = 1 << 17
/** How long a slow reader keeps its slot while another reader waits for it. */
const WAIT_MS = 20_000

/** A slot for a streamed response. */
export interface ReaderPlace extends Place {
  /** Records that the response was cut off because its reader was too slow. */
  dropped(): void
  /** Returns whether the response should be sent in small parts, because others go first. */
  givesWay(): boolean
  /** Prepares a part of the response, while no more of the organization is being prepared if it gives way to others. */
  inTurn<T>(prepare: () => Promise<T>): Promise<T>
}

/** Limits streamed responses of this node, so that slow readers delay no one else. */
export interface Readers {
  /** @throws AppError unavailable if this caller, or all callers together, already have too many responses */
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

export const createReaders = (telemetry: Telemetry, { givingWay, turns }: Fairness): Readers => {
  const shares = createFairShares({ places: READERS, maxWaiting: MAX_WAITING, waitMs: WAIT_MS, refusal })
  telemetry.metrics.watchReaders(shares.count)
  return {
    async enter(request, reply) {
      const { owner } = request
      const place = await shares.enter(owner, untilLeft(reply))
      return {
        ...place,
        dropped: () => telemetry.readerDropped(request),
        givesWay: () => givingWay.isDue(owner.orgId),
        inTurn: (prepare) =>
          givingWay.isShared()
            ? new Promise((resolve, reject) => turns(owner, PART_BYTES, () => prepare().then(resolve, reject)))
            : prepare(),
      }
    },
  }
}
