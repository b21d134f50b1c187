import { requireDay } from './days.ts'
import { chooseDatasets, load } from './load.ts'
import { LoadError } from './load-error.ts'
import type { BackfillOptions } from './options.ts'
import { runLoad } from './run-load.ts'
import { type KnownLoad, LOAD_KEY } from './state.ts'
import type { LoadSummary } from './summary.ts'

/**
 * Loads a history. Data of earlier loads is not read again, so repeating an interrupted backfill resumes it. A backfill with an
 * earlier first day or more datasets extends the copy.
 * @throws LoadError, DestinationError, RollcallError
 */
export const backfill = async (options: BackfillOptions): Promise<LoadSummary> => {
  const first = requireDay('The first day', options.from)
  const to = options.to === undefined ? undefined : requireDay('The last day', options.to)
  if (to !== undefined && to < first) throw new LoadError(`The last day, ${to}, is before the first, ${first}.`)
  const datasets = chooseDatasets(options.datasets)
  return runLoad(options, (session) => {
    const from = new Map(Object.entries(session.state.find<KnownLoad>(LOAD_KEY)?.datasets ?? {}))
    for (const { name } of datasets) from.set(name, earliestOf(first, from.get(name)))
    return load(session, { datasets, from, to, isBackfill: true, first, lookBackDays: 0 })
  })
}

/** Null: the copy already has everything from the start. */
const earliestOf = (day: string, known: string | null | undefined): string | null =>
  known === undefined || (known !== null && day < known) ? day : known
