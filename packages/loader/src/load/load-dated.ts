import type { DatedDataset } from '../datasets/datasets.ts'
import type { Question } from '../source/source.ts'
import { type DayRange, daysAfter, rangesBetween } from './days.ts'
import { alwaysAgain, loadAnswers, type Missing, type Part } from './load-answers.ts'
import type { Session } from './session.ts'
import { type KnownAnswer, readWindowKey, windowsKey } from './state.ts'

export interface DatedLoad extends DayRange {
  /** First day to read again if the service sends no ETags. */
  readonly againFrom: string
  /** Comma-separated user ids whose changes are requested, one request per list. */
  readonly userLists: readonly string[]
  /** Whether to remove rows of days that were never loaded. */
  readonly isRepair: boolean
}

/** Loads a dataset that is read by day, for all locations together: changed and missing windows. */
export const loadDated = async (session: Session, dataset: DatedDataset, load: DatedLoad, missing: Missing): Promise<void> => {
  const parts = partsOf(session, dataset, load)
  await loadAnswers(session, parts, missing)
  if (load.isRepair && !missing.has(dataset.name)) await removeOthers(session, dataset)
  if (session.isDry || missing.has(dataset.name) || (await isWhole(session, dataset))) return
  // A row moved from one window to another between two responses, so the stored row counts are wrong.
  await loadAnswers(session, parts.map(alwaysAgain), missing)
}

/** Only a person can have added such rows. */
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

/** Keys of windows that overlap these days. */
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
