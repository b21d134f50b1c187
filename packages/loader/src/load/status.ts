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
  /** The first loaded day; null for the directory, or for everything from the start. */
  readonly from: string | null
  /** The last loaded day; null if there is none, and for the directory. */
  readonly lastDay: string | null
  /** Number of segments and responses in the copy. */
  readonly parts: number
}

/** State of a copy. */
export interface LoadStatus {
  /** Title of the destination. */
  readonly destination: string
  /** Null: nothing has been loaded yet. */
  readonly mode: 'feed' | 'windows' | null
  /** Whether all days of all datasets have been loaded; if not, the next load resumes. */
  readonly complete: boolean
  /** When a backfill or an incremental load last completed. */
  readonly loadedAt: string | null
  /** The timeline of the copy; null if unknown. */
  readonly timeline: string | null
  readonly datasets: readonly DatasetStatus[]
  /** Bookings of future days, if polled. */
  readonly future: {
    readonly firstDay: string
    readonly lastDay: string
    readonly rows: number
    readonly loadedAt: string
  } | null
}

/** Whether a backfill or an incremental load was ever started there. */
export const holdsCopy = async (destination: Destination): Promise<boolean> =>
  (await readState(destination)).find<KnownLoad>(LOAD_KEY) !== undefined

/** Reads the state of a destination, without contacting the service. */
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
