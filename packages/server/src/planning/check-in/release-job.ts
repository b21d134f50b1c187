import type { Outbox } from '../../directory/mail/outbox.ts'
import { writePushes } from '../../directory/push/push-outbox.ts'
import { readClock } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { startPeriodic } from '../../platform/jobs/periodic.ts'
import { transact } from '../../platform/transactions/transact.ts'
import { createCommand } from '../commands/command.ts'
import { cancelBookings } from '../consequences/cancel-bookings.ts'
import {
  type DueBooking,
  type DueDay,
  getExceptions,
  listDueDays,
  listSeen,
  lockDueBookings,
  setReleaseTimes,
} from './release-store.ts'

const EVERY_MS = 20_000
/** Bookings of one transaction. */
const BATCH = 500
const RELEASER = { changedBy: 'auto-release', userId: null } as const

interface ReleaseCounts {
  readonly reminded: number
  readonly released: number
  /** Confirmed by presence, or spared because of the calendar or silent readers. */
  readonly kept: number
}

type Mailer = Pick<Outbox, 'write'>

interface Decided extends ReleaseCounts {
  /** Whether the batch was full, so that there may be more. */
  readonly isFull: boolean
}

/** Decides about the bookings of a batch, in a transaction. */
const decideBatch = async (trx: Db, outbox: Mailer, due: DueDay, moment: Date): Promise<Decided> => {
  const batch = await lockDueBookings(trx, due, moment, BATCH)
  const seen = await listSeen(trx, due, ids(batch))
  const unseen = batch.filter(({ id }) => !seen.has(id))
  const { isException, isSilent } = unseen.length > 0 ? await getExceptions(trx, due) : { isException: false, isSilent: false }
  const spared = unseen.filter(({ step }) => isException || (isSilent && step === 'release'))
  const open = unseen.filter((booking) => !spared.includes(booking))
  const { remind: reminded = [], release: released = [], postpone: postponed = [] } = Object.groupBy(open, ({ step }) => step)

  await setReleaseTimes(trx, due, [...seen, ...ids(spared)], 'kept', moment)
  await setReleaseTimes(trx, due, ids(reminded), 'reminded', moment)
  await setReleaseTimes(trx, due, ids(postponed), 'postponed', moment)
  for (const [time, bookings] of Map.groupBy(released, (booking) => booking.time)) {
    await cancelBookings(trx, due.orgId, createCommand(RELEASER, `not confirmed by ${time}`), ids(bookings))
  }
  await tell(trx, outbox, due, 'check-in-due', reminded)
  await tell(trx, outbox, due, 'booking-released', released)
  const [kept, isFull] = [seen.size + spared.length, batch.length === BATCH]
  return { reminded: reminded.length, released: released.length, kept, isFull }
}

const ids = (bookings: readonly DueBooking[]): string[] => bookings.map(({ id }) => id)

type Told = 'check-in-due' | 'booking-released'

/** By mail and on devices, where the release replaces the reminder. */
const tell = async (trx: Db, outbox: Mailer, { orgId, day }: DueDay, kind: Told, bookings: readonly DueBooking[]) => {
  for (const { userId, time, node, building, releasedAt } of bookings) {
    const until = kind === 'check-in-due' && { until: releasedAt.toISOString() }
    await outbox.write(trx, orgId, { kind, userId, details: { time, building, ...(node !== null && { node }), ...until } })
  }
  const pushes = bookings.map(({ userId, time, node, building, releasedAt }) => ({
    userId,
    topic: `booking ${day}`,
    details: { time, node, building },
    ...(kind === 'check-in-due' && { until: releasedAt }),
  }))
  await writePushes(trx, orgId, kind, pushes)
}

interface ReleaseOptions {
  /** The current time; the database's by default, set by tests. */
  readonly moment?: Date
  readonly signal?: AbortSignal
  /** Called when a building fails, which does not stop the others. By default the error is thrown. */
  readonly onError?: (error: unknown) => void
}

/**
 * Reminds of bookings that are not confirmed, and releases them when their time has come (domain §14). Nodes may run it at the same
 * time: each booking is locked by the one that decides about it. A batch is one transaction, so that after a crash another run continues.
 */
export const releaseUnconfirmed = async (
  db: Db,
  outbox: Mailer,
  { moment, signal, onError }: ReleaseOptions = {},
): Promise<ReleaseCounts> => {
  const at = moment ?? (await readClock(db))
  const counts = { reminded: 0, released: 0, kept: 0 }
  const decideAll = async (due: DueDay): Promise<void> => {
    let isFull = !signal?.aborted
    while (isFull) {
      const decided = await transact(db, (trx) => decideBatch(trx, outbox, due, at))
      for (const name of ['reminded', 'released', 'kept'] as const) counts[name] += decided[name]
      isFull = decided.isFull && !signal?.aborted
    }
  }
  for (const due of await listDueDays(db, at)) {
    if (onError) await decideAll(due).catch(onError)
    else await decideAll(due)
  }
  return counts
}

/** Does so periodically, so that a desk is free within a minute. Disposing waits for the batch in progress. */
export const startReleases = (db: Db, outbox: Mailer, onError: (error: unknown) => void): AsyncDisposable => {
  const stopping = new AbortController()
  const run = () => releaseUnconfirmed(db, outbox, { signal: stopping.signal, onError })
  const timer = startPeriodic(EVERY_MS, run, onError)
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await timer[Symbol.asyncDispose]()
    },
  }
}
