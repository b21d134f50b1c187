import { ATTENDANCE, FUTURE_TABLE } from '../datasets/datasets.ts'
import { daysAfter, rangesBetween, todayOf } from './days.ts'
import { loadAnswers, type Missing } from './load-answers.ts'
import { titleOf } from './load-dated.ts'
import { LoadError } from './load-error.ts'
import type { FutureOptions } from './options.ts'
import { openPlaces } from './places.ts'
import { runLoad } from './run-load.ts'
import type { Session } from './session.ts'
import { FUTURE_KEY, type KnownFuture } from './state.ts'
import type { LoadSummary } from './summary.ts'

/** The contract (§4) allows polling future bookings only this often, because the query is expensive. */
export const MIN_POLL_MINUTES = 30

/** Maximum number of polled future days. */
export const MAX_FUTURE_DAYS = 366

/**
 * Replaces the bookings of today and future days in a separate table. These days are not final; published days stay unchanged.
 * @throws LoadError, DestinationError, RollcallError
 */
export const future = async (options: FutureOptions): Promise<LoadSummary> => {
  const { days } = options
  if (!Number.isInteger(days) || days < 1 || days > MAX_FUTURE_DAYS) {
    throw new LoadError(`The number of future days must be between 1 and ${MAX_FUTURE_DAYS}, not ${days}.`)
  }
  return runLoad({ ...options, parallel: 1 }, async (session) => {
    const today = todayOf(await openPlaces(session))
    const range = { firstDay: today.earliest, lastDay: daysAfter(today.latest, days - 1) }
    const questions = rangesBetween(range.firstDay, range.lastDay, ATTENDANCE.maxDays).map(({ firstDay, lastDay }) => ({
      operation: ATTENDANCE.operation,
      query: { startDate: firstDay, endDate: lastDay },
    }))
    const known = session.state.find<KnownFuture>(FUTURE_KEY)
    const isSame = known?.firstDay === range.firstDay && known.lastDay === range.lastDay
    const part = {
      ...{ dataset: ATTENDANCE, table: FUTURE_TABLE, key: FUTURE_KEY, questions },
      ...{ remembered: { ...range, loadedAt: new Date().toISOString() }, title: titleOf('bookings', range) },
    }
    const missing: Missing = new Set()
    await loadAnswers(session, [{ ...part, scope: { kind: 'all' }, again: isSame ? 'if-changed' : 'always' }], missing)
    if (missing.size > 0) throw new LoadError('The service has no bookings and attendance dataset: there is nothing to poll.')
    await rememberPoll(session, part.remembered.loadedAt)
    session.notice(`Bookings from ${range.firstDay} to ${range.lastDay}.`)
    const { datasets, ...summary } = session.summarize('windows', [ATTENDANCE])
    const bookings = datasets.filter(({ table }) => table === ATTENDANCE.table)
    return { ...summary, datasets: bookings.map((each) => ({ ...each, name: 'future-bookings', table: FUTURE_TABLE })) }
  })
}

/** An unchanged response writes no rows, but the copy is as of this poll: otherwise it looks as if polls had stopped. */
const rememberPoll = async (session: Session, loadedAt: string): Promise<void> => {
  const known = session.state.find<KnownFuture>(FUTURE_KEY)
  if (known && known.loadedAt !== loadedAt) await session.remember([[FUTURE_KEY, { ...known, loadedAt } satisfies KnownFuture]])
}
