import { rm } from 'node:fs/promises'
import { DAILY, DIRECTORY, type LoadedDataset } from '../datasets/datasets.ts'
import type { Destination, Replacement, StateEntry } from '../destinations/destination.ts'
import type { Download } from '../source/download.ts'
import type { Source } from '../source/source.ts'
import type { Progress } from './progress.ts'
import type { State } from './state.ts'
import type { DatasetSummary, LoadSummary } from './summary.ts'

/** One load: its source, its destination and its counters. */
export interface Session {
  readonly source: Source
  readonly destination: Destination
  readonly state: State
  readonly isDry: boolean
  readonly parallel: number
  readonly reasons: LoadSummary['reasons']
  readonly verified: LoadSummary['verified']
  readonly progress: Progress
  /** The counters of a dataset. */
  of(dataset: LoadedDataset): DatasetSummary
  /** Adds a notice for people, once. */
  notice(text: string): void
  /** Replaces rows together with the state; `download` is absent if there are no rows. */
  replace(replacement: Omit<Replacement, 'rows'>, download?: Download): Promise<void>
  remember(entries: readonly StateEntry[]): Promise<void>
  summarize(mode: LoadSummary['mode'], datasets: readonly LoadedDataset[]): LoadSummary
}

interface SessionParts {
  readonly source: Source
  readonly destination: Destination
  readonly state: State
  readonly isDry: boolean
  readonly parallel: number
  readonly progress: Progress
}

export const createSession = (parts: SessionParts): Session => {
  const { destination, state, isDry } = parts
  const startedAt = performance.now()
  const notices = new Set<string>()
  const summaries = new Map<string, DatasetSummary>()
  const reasons = { refreshed: 0, lateEvents: 0, corrected: 0, erased: 0 }
  const verified = { bySha256: 0, byRowCount: 0 }
  let bytes = 0

  const of = ({ name, table }: LoadedDataset): DatasetSummary => {
    const empty = { name, table, rowsWritten: 0, segmentsRead: 0, segmentsRemoved: 0, windowsRead: 0, unchanged: 0 }
    const summary = summaries.get(name) ?? empty
    summaries.set(name, summary)
    return summary
  }

  const remember = async (entries: readonly StateEntry[]) => {
    if (isDry || entries.length === 0) return
    await destination.writeState(entries)
    state.apply(entries)
  }

  const replace: Session['replace'] = async (replacement, download) => {
    const rows = download && download.rows.rowCount > 0 ? { rows: download.rows } : {}
    await destination.replace({ ...replacement, ...rows })
    state.apply(replacement.state)
    if (!download) return
    bytes += download.bytes
    const summary = of(replacement.dataset)
    summary.windowsRead += 1
    summary.rowsWritten += download.rows.rowCount
    await rm(download.rows.path)
  }

  const summarize: Session['summarize'] = (mode, datasets) => {
    const order = [...DIRECTORY, ...DAILY].filter((each) => each.kind === 'directory' || datasets.includes(each))
    const seconds = Math.round(performance.now() - startedAt) / 1000
    return { mode, datasets: order.map(of), reasons, verified, bytes, seconds, notices: [...notices] }
  }

  return { ...parts, reasons, verified, of, notice: (text) => void notices.add(text), replace, remember, summarize }
}
