import type { DatedDataset } from '../datasets/datasets.ts'
import type { Question } from '../source/source.ts'
import { type DayRange, rangesBetween } from './days.ts'
import { loadAnswers, type Missing, type Part } from './load-answers.ts'
import type { Session } from './session.ts'
import { type KnownAnswer, readWindowKey, windowsKey } from './state.ts'

export interface DatedLoad extends DayRange {
  /** Where the service gives no ETags, days from here on are read again. */
  readonly againFrom: string
  /** Whose changes are asked for: ids between commas, a question for each list. */
  readonly userLists: readonly string[]
}

/** Loads what is read by days, of all locations at once: what has changed, and what was not there. */
export const loadDated = async (session: Session, dataset: DatedDataset, load: DatedLoad, missing: Missing): Promise<void> => {
  const parts = partsOf(session, dataset, load)
  await loadAnswers(session, parts, missing)
  if (session.isDry || missing.has(dataset.name) || (await isWhole(session, dataset))) return
  // A row went from one window to another between their answers, and which of the two has it is not what is remembered.
  await loadAnswers(session, parts.map(asIfNew), missing)
}

const asIfNew = (part: Part): Part => ({ ...part, again: 'always' })

const isWhole = async ({ state, destination }: Session, { name, table }: DatedDataset): Promise<boolean> => {
  const windows = state.list<KnownAnswer>(windowsKey(name))
  return (await destination.countRows(table)) === windows.reduce((sum, [, { rowCount }]) => sum + rowCount, 0)
}

const partsOf = ({ state }: Session, dataset: DatedDataset, { firstDay, lastDay, againFrom, userLists }: DatedLoad): Part[] => {
  const known = state.list<KnownAnswer>(windowsKey(dataset.name))
  return rangesBetween(firstDay, lastDay, dataset.maxDays).map((range) => {
    const key = windowKeyOf(windowsKey(dataset.name), range)
    const etag = state.find<KnownAnswer>(key)?.etag
    return {
      ...{ dataset, key, questions: datedQuestions(dataset, range, userLists), scope: { kind: 'days', ...range } },
      replacedKeys: overlapping(known, range),
      again: etag || range.lastDay >= againFrom ? 'if-changed' : 'never',
      title: titleOf(dataset.name, range),
    }
  })
}

export const windowKeyOf = (prefix: string, { firstDay, lastDay }: DayRange): string => `${prefix}${firstDay}_${lastDay}`

/** Keys of windows that are replaced by one of these days, in whole or in part. */
export const overlapping = (windows: readonly (readonly [key: string, unknown])[], { firstDay, lastDay }: DayRange): string[] =>
  windows.flatMap(([key]) => {
    const window = readWindowKey(key)
    return window.firstDay <= lastDay && window.lastDay >= firstDay ? [key] : []
  })

export const titleOf = (name: string, { firstDay, lastDay }: DayRange): string =>
  firstDay === lastDay ? `${name} ${firstDay}` : `${name} ${firstDay} – ${lastDay}`

export const datedQuestions = (
  { operation }: DatedDataset,
  { firstDay: startDate, lastDay: endDate }: DayRange,
  userLists: readonly string[],
): Question[] => {
  if (operation !== 'readUserChangeLog') return [{ operation, query: { startDate, endDate } }]
  return userLists.map((userIds) => ({ operation, query: { startDate, endDate, userIds } }))
}
