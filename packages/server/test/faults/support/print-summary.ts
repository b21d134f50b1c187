import type { FaultLine, LedgerLine, RecordedLine, SkippedLine } from './summary.ts'

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

const ms = (value: number): string => (value < 10_000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`)

const faultRow = ({ fault, seconds, seen, longestMs, recoveredMs, note }: FaultLine): string[] => [
  fault,
  `${seconds.toFixed(1)} s`,
  Object.entries(seen)
    .map(([what, times]) => `${what}: ${times}`)
    .join(', ') || '–',
  longestMs === 0 ? '–' : ms(longestMs),
  recoveredMs === undefined ? '–' : ms(recoveredMs),
  note ?? '',
]

const ledgerRow = ({ book, sent, acknowledged, stored, unanswered, published, isExact }: LedgerLine): string[] => [
  book,
  ...[sent, acknowledged].map(String),
  unanswered === 0 ? String(stored) : `${stored} (${unanswered} unanswered)`,
  published === undefined ? 'no dataset' : String(published),
  isExact ? 'yes' : 'NO',
]

/** The one summary of a run: a line for each fault, and what became of all that was sent. */
export const summaryOf = (recorded: readonly RecordedLine[]): string => {
  // Files run at the same time.
  const lines = recorded.toSorted((a, b) => a.file.localeCompare(b.file)).map(({ line }) => line)
  const faults = lines.filter((line): line is FaultLine => 'seen' in line)
  const skipped = lines.filter((line): line is SkippedLine => 'skipped' in line)
  const ledger = lines.filter((line): line is LedgerLine => 'sent' in line)
  const isExact = ledger.every((line) => line.isExact)
  return [
    table(['fault', 'for', 'callers saw', 'longest', 'recovered after', ''], faults.map(faultRow)),
    ...skipped.map(({ fault, skipped: why }) => `not here: ${fault}: ${why}`),
    table(['ledger', 'sent', 'acknowledged', 'stored', 'published', 'exact'], ledger.map(ledgerRow)),
    ledger.length === 0 ? '' : `acknowledged = stored exactly once = visible in the warehouse: ${isExact ? 'yes' : 'NO'}`,
  ].join('\n\n')
}
