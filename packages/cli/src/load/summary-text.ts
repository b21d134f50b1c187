import type { LoadSummary } from '@rollcall/loader'
import { table } from '../output.ts'

const REASONS = {
  refreshed: 'of new days',
  lateEvents: 'with late events',
  corrected: 'corrected',
  erased: 'erased',
} as const satisfies Record<keyof LoadSummary['reasons'], string>

const HEADINGS = ['dataset', 'table', 'rows', 'segments read', 'removed', 'answers read', 'unchanged']

const MODES = {
  feed: 'by the change feed of the service',
  windows: 'without a change feed, so the last days are always read again',
}

/** The summary of a load, as text. */
export const summaryText = (summary: LoadSummary, where: string, isDryRun = false): string => {
  const { mode, datasets, notices } = summary
  const rows = datasets.map((dataset) => [
    dataset.name,
    dataset.table,
    dataset.rowsWritten,
    dataset.segmentsRead,
    dataset.segmentsRemoved,
    dataset.windowsRead,
    dataset.unchanged,
  ])
  const title = isDryRun
    ? `Would be loaded into ${where}, ${MODES[mode]}; nothing was written.`
    : `Loaded into ${where}, ${MODES[mode]}.`
  return [
    title,
    '',
    table(HEADINGS, rows, 'There is no dataset.'),
    '',
    ...(isDryRun ? [] : [speedText(summary)]),
    ...reasonsText(summary),
    ...(isDryRun ? [] : verifiedText(summary)),
    ...notices.map((notice) => `Note: ${notice}`),
  ].join('\n')
}

export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** The summary of a poll of future days, as text. */
export const futureText = ({ datasets, notices }: LoadSummary, where: string, isDryRun = false): string => {
  const rows = datasets.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0)
  const isUnchanged = datasets.every(({ unchanged }) => unchanged > 0)
  const loaded = isUnchanged
    ? `Nothing has changed since the last poll into ${where}.`
    : `${counted(rows, 'row')} loaded into ${where}.`
  return [isDryRun ? `Nothing was written into ${where}.` : loaded, ...notices].join(' ')
}

const speedText = ({ datasets, bytes, seconds }: LoadSummary): string => {
  const rows = datasets.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0)
  const isUnchanged = datasets.every(({ windowsRead, segmentsRemoved }) => windowsRead === 0 && segmentsRemoved === 0)
  if (isUnchanged) return `Nothing has changed since the last load (${seconds.toFixed(1)} s).`
  const speed = seconds > 0 ? `, ${Math.round(rows / seconds)} rows/s` : ''
  return `${counted(rows, 'row')}, ${bytesText(bytes)} of JSON in ${seconds.toFixed(1)} s${speed}.`
}

/** A size such as `234.1 MB`, in powers of 1000 as usual for networks. */
const bytesText = (bytes: number): string => {
  if (bytes < 1_000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

const reasonsText = ({ reasons }: LoadSummary): string[] => {
  const words = Object.entries(REASONS) as [keyof typeof REASONS, string][]
  const given = words.filter(([reason]) => reasons[reason] > 0).map(([reason, text]) => `${reasons[reason]} ${text}`)
  return given.length === 0 ? [] : [`Segments: ${given.join(', ')}.`]
}

const verifiedText = ({ verified: { bySha256, byRowCount } }: LoadSummary): string[] =>
  bySha256 + byRowCount === 0
    ? []
    : [`Checked against the service: ${counted(bySha256, 'segment')} by SHA-256, ${byRowCount} by the number of rows.`]
