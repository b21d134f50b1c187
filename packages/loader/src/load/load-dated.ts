import type { DatedDataset } from '../datasets/datasets.ts'
import type { Question } from '../source/source.ts'
import { type DayRange, daysAfter, rangesBetween } from './days.ts'
import { asIfNew, loadAnswers, type Missing, type Part } from './load-answers.ts'
import type { Session } from './session.ts'
import { type KnownAnswer, readWindowKey, windowsKey } from './state.ts'

export interface DatedLoad extends DayRange {
  /** Where the service gives no ETags, days from here on are read again. */
  readonly againFrom: string
  /** Whose changes are asked for: ids between commas, a question for each list. */
  readonly userLists: readonly string[]
  /** Whether rows of days that were never loaded are removed. */
  readonly isRepair: boolean
}

/** Loads what is read by days, of all locations at once: what has changed, and what was not there. */
export const loadDated = async (session: Session, dataset: DatedDataset, load: DatedLoad, missing: Missing): Promise<void> => {
  const parts = partsOf(session, dataset, load)
  await loadAnswers(session, parts, missing)
  if (load.isRepair && !missing.has(dataset.name)) await removeOthers(session, dataset)
  if (session.isDry || missing.has(dataset.name) || (await isWhole(session, dataset))) return
  // A row went from one window to another between their answers, and which of the two has it is not what is remembered.
  await loadAnswers(session, parts.map(asIfNew), missing)
}

/** Nobody but people can have put them there. */
const removeOthers = async (session: Session, dataset: DatedDataset): Promise<void> => {
  const windows = session.state.list(windowsKey(dataset.name)).map(([key]) => readWindowKey(key))
  if (windows.length === 0 || (await isWhole(session, dataset))) return
  const first = windows.map(({ firstDay }) => firstDay).sort()[0] as string
  const last = windows
    .map(({ lastDay }) => lastDay)
    .sort()
    .at(-1) as string
  const before = { kind: 'days', firstDay: '0001-01-01', lastDay: daysAfter(first, -1) } as const
  const after = { kind: 'days', firstDay: daysAfter(last, 1), lastDay: '9999-12-31' } as const
  for (const scope of [before, after]) await session.replace({ dataset, scope, state: [] })
}

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
