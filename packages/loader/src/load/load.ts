import { CHANGE_LOG, DAILY, type DatedDataset, type LoadedDataset, type PublishedDataset } from '../datasets/datasets.ts'
import type { Place } from '../source/directory.ts'
import { readUserLists } from '../source/user-lists.ts'
import { daysAfter, todayOf } from './days.ts'
import { followFeed } from './follow-feed.ts'
import { runJobs } from './jobs.ts'
import type { Missing } from './load-answers.ts'
import { loadDated } from './load-dated.ts'
import { directoryJobs, reportMissing } from './load-directory.ts'
import { LoadError } from './load-error.ts'
import { forgetFeed, loadWindows } from './load-windows.ts'
import { openPlaces } from './places.ts'
import type { Session } from './session.ts'
import { FEED_KEY, type KnownFeed, type KnownLoad, LOAD_KEY, STATE_VERSION } from './state.ts'
import type { LoadSummary } from './summary.ts'
import { forgetOtherTimeline, startFeed } from './timeline.ts'

type DailyDataset = PublishedDataset | DatedDataset

/** The scope of a load. */
export interface LoadPlan {
  readonly datasets: readonly DailyDataset[]
  /** First day by dataset name, for all loaded datasets; null: from the start. */
  readonly from: ReadonlyMap<string, string | null>
  /** The last day, if not yesterday. */
  readonly to?: string | undefined
  /** Follows the change feed from its start, and requests nothing that the copy already has. */
  readonly isBackfill: boolean
  /** The first day of a backfill. */
  readonly first?: string
  /** Also looks for rows without an entry in the state. */
  readonly isRepair?: boolean
  readonly lookBackDays: number
}

/** @throws LoadError for unknown dataset names */
export const chooseDatasets = (names: readonly string[] | undefined): readonly DailyDataset[] => {
  const unknown = names?.filter((name) => !DAILY.some((dataset) => dataset.name === name)) ?? []
  if (unknown.length === 0) return names ? DAILY.filter(({ name }) => names.includes(name)) : DAILY
  const known = DAILY.map(({ name }) => name).join(', ')
  throw new LoadError(`There is no dataset ${unknown.join(', ')}. The datasets are ${known}.`)
}

export const load = async (session: Session, plan: LoadPlan): Promise<LoadSummary> => {
  const places = await openPlaces(session)
  const today = todayOf(places)
  const yesterday = daysAfter(today.earliest, -1)
  if (plan.first !== undefined && plan.first > yesterday) throw new LoadError(nothingIsOver(plan.first, yesterday))
  const published = plan.datasets.filter((dataset) => dataset.kind === 'published')
  const start = await startFeed(
    session,
    published.length > 0 ? published : DAILY.filter(isPublished),
    cursorOf(session, plan, published),
  )
  const { page, cursor, isRestored } = start
  const mode = page ? 'feed' : 'windows'
  if (!page) requireFirstDays(plan, published)
  if (isRestored && published.length > 0) await forgetOtherTimeline(session, published)
  await begin(session, plan, mode, isRestored ? undefined : page?.timeline)
  const missing: Missing = new Set()
  const directory = directoryJobs(session, missing)
  if (!page || published.length === 0) await runJobs(session, directory)
  reportMissing(session, missing)
  if (!page) await loadByWindows(session, plan, { published, places, yesterday })
  else if (published.length > 0) {
    const isWanted = ({ dataset, day }: { dataset: string; day: string }) => {
      const from = plan.from.get(dataset) ?? null
      return (from === null || day >= from) && (plan.to === undefined || day <= plan.to)
    }
    const isAll = [...plan.from.keys()].every((name) => published.some((each) => each.name === name) || !isPublishedName(name))
    // A day that is over at some locations only is published there: the cursor must not pass it if it is skipped.
    const keepsCursor = isAll && (plan.to === undefined || plan.to >= today.latest)
    const isRepair = (isRestored && keepsCursor) || (plan.isRepair ?? false)
    await followFeed(session, { datasets: published, cursor, isWanted, keepsCursor, isRepair }, page, directory)
    reportMissing(session, missing)
  }
  await loadAllDated(session, plan, yesterday)
  if (plan.to === undefined || plan.to >= yesterday) await complete(session, plan)
  if (session.isDry)
    session.notice('Only rows announced by the change feed are counted; the number of other rows is unknown until they are read.')
  if (plan.to !== undefined && plan.to > yesterday)
    session.notice(`${plan.to} is not over yet: loaded up to ${yesterday}, the last day that is over everywhere.`)
  if (plan.to !== undefined && plan.to < yesterday)
    session.notice(`The next incremental load will load the days after ${plan.to}.`)
  return session.summarize(mode, plan.datasets)
}

const nothingIsOver = (first: string, yesterday: string): string =>
  `No day from ${first} on is over yet: the last day that can be loaded is ${yesterday}. Start with an earlier day.`

/** Throws if a first day is unknown. It runs before the state of a missing feed is removed. */
const requireFirstDays = ({ from }: LoadPlan, published: readonly PublishedDataset[]): void => {
  if (published.every(({ name }) => from.get(name))) return
  throw new LoadError('This service has no change feed, so a first day is required: run a backfill with --from.')
}

const isPublished = (dataset: LoadedDataset): dataset is PublishedDataset => dataset.kind === 'published'
const isPublishedName = (name: string) => DAILY.some((dataset) => isPublished(dataset) && dataset.name === name)

/** The cursor to resume with, only for the same datasets, because the feed skipped the others. */
const cursorOf = ({ state }: Session, { isBackfill }: LoadPlan, published: readonly PublishedDataset[]): string | undefined => {
  if (isBackfill) return undefined
  const known = state.find<KnownFeed>(FEED_KEY)
  const names = published.map(({ dataset }) => dataset).toSorted()
  return known && known.datasets.join() === names.join() ? known.cursor : undefined
}

/** Stores the scope of the load. If it changes, the cursor no longer describes the copy and is dropped. */
const begin = async (
  session: Session,
  { from }: LoadPlan,
  mode: KnownLoad['mode'],
  timeline: string | undefined,
): Promise<void> => {
  const known = session.state.find<KnownLoad>(LOAD_KEY)
  const isSame = known?.mode === mode && [...from].every(([name, day]) => known.datasets[name] === day)
  if (isSame) return
  const loaded: KnownLoad = {
    version: STATE_VERSION,
    datasets: Object.fromEntries(from),
    mode,
    isComplete: false,
    loadedAt: known?.loadedAt ?? null,
    timeline: known?.timeline ?? timeline,
  }
  await session.remember([
    [LOAD_KEY, loaded],
    [FEED_KEY, null],
  ])
}

/** Stores that these datasets are complete; a load of some datasets does not change what is known of the others. */
const complete = async (session: Session, { from, datasets }: LoadPlan): Promise<void> => {
  const known = session.state.find<KnownLoad>(LOAD_KEY)
  if (!known) return
  const isComplete = known.isComplete || [...from.keys()].every((name) => datasets.some((dataset) => dataset.name === name))
  await session.remember([[LOAD_KEY, { ...known, isComplete, loadedAt: new Date().toISOString() } satisfies KnownLoad]])
}

interface Windows {
  readonly published: readonly PublishedDataset[]
  readonly places: readonly Place[]
  readonly yesterday: string
}

const earlier = (a: string, b: string | undefined): string => (b !== undefined && b < a ? b : a)

/** The first day to read again although it is loaded. */
const againFromOf = ({ isBackfill, lookBackDays }: LoadPlan, yesterday: string): string =>
  isBackfill ? daysAfter(yesterday, 1) : daysAfter(yesterday, 1 - lookBackDays)

const loadByWindows = async (session: Session, plan: LoadPlan, { published, places, yesterday }: Windows): Promise<void> => {
  const missing: Missing = new Set()
  await forgetFeed(session)
  for (const dataset of published) {
    const range = {
      firstDay: plan.from.get(dataset.name) as string,
      lastDay: earlier(yesterday, plan.to),
      againFrom: againFromOf(plan, yesterday),
    }
    await loadWindows(session, dataset, { ...range, locationIds: places.map(({ locationId }) => locationId) }, missing)
  }
  reportMissing(session, missing)
}

const loadAllDated = async (session: Session, plan: LoadPlan, yesterday: string): Promise<void> => {
  const dated = plan.datasets.filter((dataset) => dataset.kind === 'dated')
  const missing: Missing = new Set()
  const userLists = dated.includes(CHANGE_LOG) ? await readUserLists(session.source, yesterday) : []
  for (const dataset of dated) {
    const firstDay = plan.from.get(dataset.name) ?? earliestDay(session)
    if (!firstDay) {
      session.notice(`${dataset.name} has no first day, because nothing is published yet. Run a backfill with --from to set one.`)
      continue
    }
    const range = { firstDay, lastDay: earlier(yesterday, plan.to), againFrom: againFromOf(plan, yesterday) }
    await loadDated(session, dataset, { ...range, userLists, isRepair: plan.isRepair ?? false }, missing)
  }
  reportMissing(session, missing)
}

/** "From the start" means from the first published day. */
const earliestDay = ({ state }: Session): string | undefined => {
  let earliest: string | undefined
  for (const [key] of state.list('segment/')) {
    const day = key.split('/')[2] as string
    if (earliest === undefined || day < earliest) earliest = day
  }
  return earliest
}
