import { table } from '../../output.ts'
import type { PlacedEvent } from '../events/made-events.ts'
import type { RefusedReason, Tally } from './tally.ts'

const numbers = new Intl.NumberFormat('en')

export const numberText = (count: number): string => numbers.format(count)

const reasonsOf = ({ reasons }: Tally): RefusedReason[] => [...reasons.values()].sort((a, b) => b.count - a.count)

const reasonsText = (tally: Tally): string[] => {
  const rows = reasonsOf(tally).map(({ count, resultCode, reason, example }) => [
    `  ${numberText(count)}`,
    resultCode,
    reason,
    `${example.file} line ${example.line}`,
  ])
  return rows.length > 0 ? ['', table(['  count', 'code', 'reason', 'for example'], rows, '')] : []
}

const ambiguousText = ({ ambiguousTimes }: Tally): string[] =>
  ambiguousTimes > 0
    ? [`Times that occurred twice when the clock was put back: ${numberText(ambiguousTimes)}; the earlier one was used.`]
    : []

/** If no row is a valid event, the mapping is probably wrong. */
const mappingText = ({ rows, reasons }: Tally): string[] => {
  const isMappingWrong =
    rows > 0 && [...reasons.values()].reduce((sum, { count, resultCode }) => sum + (resultCode === 400 ? count : 0), 0) === rows
  return isMappingWrong ? ['', 'No row gives a valid event: map columns to fields with --map. See: rollcall send --help.'] : []
}

/** The JSON report of a run. */
export const reportOf = (tally: Tally): object => {
  const { rows, accepted, alreadyRecorded, refused, ambiguousTimes } = tally
  return { rows, accepted, alreadyRecorded, refused, ambiguousTimes, reasons: reasonsOf(tally) }
}

export const summaryText = (tally: Tally, seconds: number, refusedPath: string | null): string => {
  const { rows, accepted, alreadyRecorded, refused } = tally
  const counts = `${numberText(accepted)} accepted, ${numberText(alreadyRecorded)} already recorded, ${numberText(refused)} refused`
  const lines = [
    `${numberText(rows)} rows: ${counts}, in ${seconds.toFixed(1)} s`,
    ...ambiguousText(tally),
    ...reasonsText(tally),
    ...mappingText(tally),
  ]
  if (refusedPath !== null)
    lines.push(
      '',
      `Refused events are in ${refusedPath}: correct them there, or their people and locations in the service, and send the file.`,
    )
  return lines.join('\n')
}

export const trialText = (tally: Tally, examples: readonly PlacedEvent[]): string => {
  const ready = tally.rows - tally.refused
  return [
    ...examples.map(({ event }) => JSON.stringify(event)),
    ...(examples.length > 0 ? [''] : []),
    `${numberText(tally.rows)} rows: ${numberText(ready)} can be sent, ${numberText(tally.refused)} cannot; nothing was sent`,
    ...ambiguousText(tally),
    ...reasonsText(tally),
    ...mappingText(tally),
  ].join('\n')
}
