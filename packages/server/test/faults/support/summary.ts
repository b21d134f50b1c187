import { appendFile } from 'node:fs/promises'
import { expect, inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The file that collects the entries of the summary, one JSON object a line. */
    faultSummary: string
  }
}

/** Counts what callers saw: each status, or no answer at all. */
export type Seen = Readonly<Record<string, number>>

export interface FaultLine {
  readonly fault: string
  /** How long the fault lasted. */
  readonly seconds: number
  readonly seen: Seen
  /** The longest that a caller waited for an answer. */
  readonly longestMs: number
  /** Since the fault was over, until every node took submissions again. */
  readonly recoveredMs?: number
  readonly note?: string
}

/** Something that was not tried, or is tried elsewhere. */
export interface SkippedLine {
  readonly fault: string
  readonly skipped: string
}

export interface LedgerLine {
  /** Names the place, the organization and what it sent. */
  readonly book: string
  readonly sent: number
  readonly acknowledged: number
  readonly stored: number
  /** The stored events of calls that were neither answered nor repeated. */
  readonly unanswered: number
  /** Undefined where no dataset shows such events one by one. */
  readonly published: number | undefined
  readonly isExact: boolean
}

export type SummaryLine = FaultLine | SkippedLine | LedgerLine

/** A line, and the test file that recorded it. */
export interface RecordedLine {
  readonly file: string
  readonly line: SummaryLine
}

export const record = (line: SummaryLine): Promise<void> => {
  const recorded: RecordedLine = { file: expect.getState().testPath ?? '', line }
  return appendFile(inject('faultSummary'), `${JSON.stringify(recorded)}\n`)
}
