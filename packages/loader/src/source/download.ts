import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OpenRows, RollcallError } from '@rollcall/client'
import type { LoadedColumn } from '../datasets/columns.ts'
import type { RowFile } from '../destinations/destination.ts'
import { createRowFile, DAY_FIELD, type DayContent, type RowFileWriter, type Tally } from './row-file.ts'
import { createRowReader, invalidAnswer } from './row-reader.ts'
import { openRows, type Question, type Source } from './source.ts'

/** Maximum number of attempts for an interrupted download. */
const MAX_ATTEMPTS = 8
const FIRST_BACKOFF_MS = 100
const MAX_BACKOFF_MS = 10_000
const BROKEN: ReadonlySet<string> = new Set(['truncated_body', 'network_error', 'timeout', 'invalid_answer'])

/** The rows of one request, or of several that belong together. */
export interface DownloadRequest {
  readonly questions: readonly Question[]
  readonly columns: readonly LoadedColumn[]
  /** ETag of the previous download; if unchanged, nothing is read. */
  readonly etag?: string | null | undefined
  /** Only rows of these days; each day is counted and hashed separately. */
  readonly days?: ReadonlySet<string> | undefined
}

export interface Download {
  readonly etag: string | null
  readonly rows: RowFile
  readonly days: ReadonlyMap<string, DayContent>
  /** Bytes of JSON, before compression. */
  readonly bytes: number
}

/** Downloads the rows; undefined if nothing has changed since the ETag. */
export const download = async (
  source: Source,
  { questions, columns, etag, days }: DownloadRequest,
  signal = source.signal,
): Promise<Download | undefined> => {
  const isOne = questions.length === 1
  if (!isOne && (await isUnchanged(source, { questions, etag }, signal))) return undefined
  const path = source.newPath()
  const file = await createRowFile({ path, columns, days })
  let result: Download | undefined
  try {
    const answers: Answer[] = []
    for (const question of questions) {
      const known = isOne ? (etag ?? undefined) : undefined
      const answer = await readAnswer(source, { question, etag: known, file, needed: days ? DAY_FIELD : '' }, signal)
      if (!answer) return undefined
      answers.push(answer)
    }
    const bytes = answers.reduce((sum, answer) => sum + answer.bytes, 0)
    const rows = await file.finish()
    const extraColumns = await describedColumns(source, questions, columns, rows.extraColumns, signal)
    result = { etag: joined(answers), rows: { ...rows, extraColumns }, days: answers[0]?.tally.days ?? new Map(), bytes }
    return result
  } finally {
    await file.close()
    if (!result) await rm(path)
  }
}

/**
 * Fields that are newer than this version are typed by the description of the service, not by the values that come first: 1 may be
 * an integer or a measurement. Without columns, rows are read but not stored.
 */
const describedColumns = async (
  source: Source,
  [question]: readonly Question[],
  columns: readonly LoadedColumn[],
  extraColumns: readonly LoadedColumn[],
  signal: AbortSignal | undefined,
): Promise<readonly LoadedColumn[]> =>
  question && columns.length > 0 && extraColumns.length > 0
    ? source.describeColumns(question.operation, extraColumns, signal)
    : extraColumns

interface Answer {
  readonly etag: string | undefined
  readonly tally: Tally
  readonly bytes: number
}

/** One combined ETag for all responses; an ETag contains no space. */
const joined = (answers: readonly Answer[]): string | null => {
  const tags = answers.map(({ etag }) => etag)
  return tags.length > 0 && tags.every((tag) => tag !== undefined && !tag.includes(' ')) ? tags.join(' ') : null
}

/** Whether all responses are unchanged by their ETags; reads no rows. */
export const isUnchanged = async (
  source: Source,
  { questions, etag }: Pick<DownloadRequest, 'questions' | 'etag'>,
  signal = source.signal,
): Promise<boolean> => {
  const tags = etag?.split(' ') ?? []
  if (questions.length === 0 || tags.length !== questions.length) return false
  for (const [index, question] of questions.entries()) {
    const answer = await openRows(source, question, { etag: tags[index], signal })
    if (answer.notModified) continue
    await answer.leave()
    return false
  }
  return true
}

interface Reading {
  readonly question: Question
  readonly etag: string | undefined
  readonly file: RowFileWriter
  readonly needed: string
}

/**
 * Reads a response to its end, and starts again if it is interrupted. The client itself retries failures before the first byte.
 */
const readAnswer = async (source: Source, reading: Reading, signal?: AbortSignal): Promise<Answer | undefined> => {
  const persist = source.persistence(signal)
  for (let attempt = 1; ; attempt++) {
    const answer = await openRows(source, reading.question, { etag: reading.etag, signal, persist })
    if (answer.notModified) return undefined
    try {
      return await readBody(answer, reading)
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof RollcallError) || !BROKEN.has(error.code) || attempt === MAX_ATTEMPTS) throw error
      const longest = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempt)
      await sleep(Math.random() * longest, undefined, signal ? { signal } : {})
    }
  }
}

const readBody = async (answer: OpenRows, { file, needed }: Reading): Promise<Answer> => {
  let bytes = 0
  await file.startResponse()
  const reader = createRowReader(file.add, needed)
  for await (const piece of answer.bytes) {
    bytes += piece.length
    reader.push(piece)
    await file.drain()
  }
  reader.end()
  const tally = file.endAnswer()
  if (answer.rowCount !== undefined && answer.rowCount !== tally.rowCount) {
    throw invalidAnswer(`The response has ${tally.rowCount} rows instead of the announced ${answer.rowCount}`)
  }
  return { etag: answer.etag, tally, bytes }
}
