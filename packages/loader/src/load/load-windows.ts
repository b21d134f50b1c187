import type { PublishedDataset } from '../datasets/datasets.ts'
import type { StateEntry } from '../destinations/destination.ts'
import { segmentKey } from '../destinations/destination.ts'
import { type DayRange, daysOf, rangesBetween } from './days.ts'
import { alwaysAgain, loadAnswers, type Missing, type Part } from './load-answers.ts'
import { overlapping, titleOf, windowKeyOf } from './load-dated.ts'
import type { Session } from './session.ts'
import { FEED_KEY, type KnownAnswer, NO_LOCATION, readWindowKey, windowsKey } from './state.ts'

export interface WindowsLoad extends DayRange {
  /** First day to read again even if loaded. */
  readonly againFrom: string
  readonly locationIds: readonly string[]
}

/**
 * Loads a published dataset of a service without a change feed, location by location to keep responses small. Loaded days are
 * read again as far as the load looks back.
 */
export const loadWindows = async (session: Session, dataset: PublishedDataset, load: WindowsLoad, missing: Missing) => {
  const parts = partsOf(session, dataset, load)
  const asked = parts.filter(({ key, again }) => again !== 'never' || !session.state.find(key))
  await loadAnswers(session, parts, missing)
  if (session.isDry || missing.has(dataset.name)) return
  const broken = await findBroken(session, dataset, asked)
  // A row can be in the responses of two locations if it moved in between; the later response is correct.
  await loadAnswers(session, broken.map(alwaysAgain), missing)
  const left = await findBroken(session, dataset, broken)
  if (left.length > 0) session.notice(`${dataset.name} changed while it was read: the next incremental load reads it again.`)
}

/** Windows that lost rows to another window, or contain rows of another location. */
const findBroken = async (session: Session, dataset: PublishedDataset, parts: readonly Part[]): Promise<Part[]> => {
  if (parts.length === 0) return []
  const counts = await session.destination.countSegments(dataset)
  return parts.filter(({ key }) => {
    const known = session.state.find<KnownAnswer>(key)
    return known !== undefined && known.rowCount !== countWindow(counts, key)
  })
}

/** Number of stored rows of a window. */
export const countWindow = (counts: ReadonlyMap<string, number>, key: string): number => {
  const { locationId, ...range } = readWindowKey(key)
  let count = 0
  for (const day of daysOf(range)) count += counts.get(segmentKey({ day, locationId })) ?? 0
  return count
}

const partsOf = ({ state }: Session, dataset: PublishedDataset, load: WindowsLoad): Part[] => {
  const { firstDay, lastDay, againFrom, locationIds } = load
  const ranges = rangesBetween(firstDay, lastDay, dataset.maxDays)
  // If a location has this id, the request is for that location.
  const asked = locationIds.includes(NO_LOCATION) ? locationIds : [...locationIds, null]
  return asked.flatMap((locationId) => {
    const prefix = windowsKey(dataset.name, locationId)
    const known = state.list<KnownAnswer>(prefix)
    return ranges.map((range): Part => {
      const key = windowKeyOf(prefix, range)
      return {
        ...{ dataset, key, questions: [windowQuestion(dataset, range, locationId)], isOptional: locationId === null },
        scope: { kind: 'location-days', ...range, locationId },
        replacedKeys: overlapping(known, range),
        again: range.lastDay >= againFrom ? 'if-changed' : 'never',
        title: titleOf(dataset.name, range),
      }
    })
  })
}

/** Requests the rows of one location. */
export const windowQuestion = (dataset: PublishedDataset, { firstDay, lastDay }: DayRange, locationId: string | null) => ({
  operation: dataset.operation,
  query: { startDate: firstDay, endDate: lastDay, [dataset.locationParameter]: locationId ?? NO_LOCATION },
})

/** The state of a change feed that no longer exists does not apply to days requested by window. */
export const forgetFeed = async (session: Session): Promise<void> => {
  const { state } = session
  const keys = [...state.list('segment/'), ...state.list(FEED_KEY)].map(([key]) => key)
  await session.remember(keys.map((key): StateEntry => [key, null]))
}
