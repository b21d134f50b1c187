import { DAILY } from '../datasets/datasets.ts'
import { chooseDatasets, type LoadPlan, load } from './load.ts'
import { LoadError } from './load-error.ts'
import type { IncrementalOptions } from './options.ts'
import { runLoad } from './run-load.ts'
import type { Session } from './session.ts'
import { type KnownLoad, LOAD_KEY } from './state.ts'
import type { LoadSummary } from './summary.ts'

export const DEFAULT_LOOK_BACK_DAYS = 7
const MAX_LOOK_BACK_DAYS = 3660

/**
 * Updates the copy to the current state of the service. Resumes an interrupted backfill; without a copy it loads everything from
 * the start.
 * @throws LoadError, DestinationError, RollcallError
 */
export const incremental = async (options: IncrementalOptions): Promise<LoadSummary> => {
  const { lookBackDays = DEFAULT_LOOK_BACK_DAYS } = options
  if (!Number.isInteger(lookBackDays) || lookBackDays < 0 || lookBackDays > MAX_LOOK_BACK_DAYS) {
    throw new LoadError(`The days to look back must be between 0 and ${MAX_LOOK_BACK_DAYS}, not ${lookBackDays}.`)
  }
  const chosen = options.datasets && chooseDatasets(options.datasets)
  return runLoad(options, (session) => load(session, { ...planOf(session, chosen), lookBackDays }))
}

/** Updates the datasets that were loaded before, unless others are chosen. */
export const planOf = ({ state }: Pick<Session, 'state'>, chosen?: LoadPlan['datasets']): LoadPlan => {
  const from = new Map(Object.entries(state.find<KnownLoad>(LOAD_KEY)?.datasets ?? {}))
  const datasets = chosen ?? (from.size > 0 ? DAILY.filter(({ name }) => from.has(name)) : DAILY)
  for (const { name } of datasets) if (!from.has(name)) from.set(name, null)
  return { datasets, from, isBackfill: false, lookBackDays: DEFAULT_LOOK_BACK_DAYS }
}
