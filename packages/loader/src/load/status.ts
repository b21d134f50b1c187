import { DAILY, DIRECTORY, FUTURE_TABLE, type LoadedDataset } from '../datasets/datasets.ts'
import type { Destination } from '../destinations/destination.ts'
import {
  directoryKey,
  FUTURE_KEY,
  type KnownFuture,
  type KnownLoad,
  LOAD_KEY,
  readSegmentKey,
  readState,
  readWindowKey,
  type State,
  windowsKey,
} from './state.ts'

export interface DatasetStatus {
  readonly name: string
  readonly table: string
  readonly rows: number
  /** The first day that is loaded; null: the directory, or everything from the beginning. */
  readonly from: string | null
  /** The last day that is there; null where none is, and for the directory. */
  readonly lastDay: string | null
  /** Segments and answers that the copy consists of. */
  readonly parts: number
}

/** How far a copy has come. */
export interface LoadStatus {
  /** Where it is. */
  readonly destination: string
  /** Null: nothing was loaded yet. */
  readonly mode: 'feed' | 'windows' | null
  /** Whether all days of all datasets were loaded once; where they were not, the next load goes on. */
  readonly complete: boolean
  /** When a backfill or an incremental load last came to its end. */
  readonly loadedAt: string | null
  /** The timeline of the service's change feed that the copy is of; null where it is not known. */
  readonly timeline: string | null
  readonly datasets: readonly DatasetStatus[]
  /** Bookings of the days to come, where they were polled. */
  readonly future: {
    readonly firstDay: string
    readonly lastDay: string
    readonly rows: number
    readonly loadedAt: string
  } | null
}

/** Whether a backfill or an incremental load has ever begun there. */
export const holdsCopy = async (destination: Destination): Promise<boolean> =>
  (await readState(destination)).find<KnownLoad>(LOAD_KEY) !== undefined

/** Reads what a destination remembers of its loads; asks no service. */
export const status = async (destination: Destination): Promise<LoadStatus> => {
  const state = await readState(destination)
  const load = state.find<KnownLoad>(LOAD_KEY)
  const future = state.find<KnownFuture>(FUTURE_KEY)
  const loaded = load ? [...DIRECTORY, ...DAILY.filter(({ name }) => Object.hasOwn(load.datasets, name))] : []
  const datasets: DatasetStatus[] = []
  for (const dataset of loaded) {
    const { name, table } = dataset
    const rows = await destination.countRows(table)
    datasets.push({ name, table, rows, from: load?.datasets[name] ?? null, ...partsOf(state, dataset) })
  }
  return {
    ...{ destination: destination.title, mode: load?.mode ?? null, complete: load?.isComplete ?? false },
    ...{ loadedAt: load?.loadedAt ?? null, timeline: load?.timeline ?? null, datasets },
    future: future
      ? {
          firstDay: future.firstDay,
          lastDay: future.lastDay,
          rows: await destination.countRows(FUTURE_TABLE),
          loadedAt: future.loadedAt,
        }
      : null,
  }
}

const partsOf = (state: State, { kind, name }: LoadedDataset): Pick<DatasetStatus, 'lastDay' | 'parts'> => {
  if (kind === 'directory') return { lastDay: null, parts: state.find(directoryKey(name)) ? 1 : 0 }
  const days = [
    ...state.list(`segment/${name}/`).map(([key]) => readSegmentKey(key).day),
    ...state.list(windowsKey(name)).map(([key]) => readWindowKey(key).lastDay),
  ]
  const lastDay = days.reduce<string | null>((last, day) => (last === null || day > last ? day : last), null)
  return { lastDay, parts: days.length }
}
