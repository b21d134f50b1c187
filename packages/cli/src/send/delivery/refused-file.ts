import {
  accessSync,
  appendFileSync,
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { RESULT_CODES } from '@rollcall/contract'
import { AppError } from '@rollcall/server/basics'
import { WrongUse } from '../../wrong-use.ts'
import type { EventFields } from '../events/check-event.ts'
import type { PlacedEvent } from '../events/made-events.ts'
import type { Refusal } from '../events/make-event.ts'
import type { Row } from '../rows/row.ts'
import { STDIN } from '../rows/text-input.ts'
import { dropRefusals } from './earlier-refusals.ts'

const PERSON = ['userId', 'userEmail', 'sourceUserId'] as const

/**
 * An id that was made here stays where the event waits for its person or place in quarantine under that id: what is sent of it later
 * is the same event. Where anything else is wrong, the id was made of what is wrong, so it is made anew of what is corrected.
 */
const keepsId = ({ isIdDerived, refusal: ours, event }: PlacedEvent, { resultCode }: Refusal): boolean => {
  if (!isIdDerived) return true
  if (ours) return false
  if (resultCode === RESULT_CODES.userNotFound) return PERSON.some((field) => event[field] !== undefined && event[field] !== null)
  return resultCode === RESULT_CODES.locationNotFound
}

/** What was in the row beyond the event: how the export says it. */
const originalOf = ({ values }: Row, event: EventFields): unknown => {
  if (values._row !== undefined) return values._row
  const own = Object.entries(values).filter(([name]) => !name.startsWith('_'))
  return own.every(([name, value]) => event[name] === value) ? undefined : Object.fromEntries(own)
}

/** What every line of a file of refused events begins with. */
const ENTRY_BEGIN = '{"_line":'

/** One refused event as a line of NDJSON, that can be corrected and sent. */
const entryOf = (made: PlacedEvent, refusal: Refusal): string => {
  const { row, place, event } = made
  const { eventId, ...fields } = event
  const { resultCode, reason } = refusal
  const told = keepsId(made, refusal) ? event : { ...fields, _locationId: made.toldPlace }
  const origin = { _line: place.line, _resultCode: resultCode, _reason: reason, _file: place.file }
  return `${JSON.stringify({ ...origin, ...told, _row: originalOf(row, event) })}\n`
}

/** Where refused events are written, if there are any. */
export interface RefusedFile {
  /** @throws AppError when it cannot be written */
  add(made: PlacedEvent, refusal: Refusal): void
  isWritten(): boolean
  /** Of a run that came to its end: without a refused event, no file of an earlier run stays either. */
  finish(): void
  close(): void
}

/** Beside the first file; of refused events that are refused again, a further one, for a file is not written while it is read. */
export const defaultRefusedPath = (files: readonly string[]): string => {
  const first = files[0]
  if (first === undefined || first === STDIN) return 'refused.ndjson'
  const [, before, times] = /^(.*\.|)refused(?:-(\d+))?\.ndjson$/.exec(basename(first)) ?? []
  if (before === undefined) return `${first}.refused.ndjson`
  return join(dirname(first), `${before}refused-${Number(times ?? 1) + 1}.ndjson`)
}

/** First characters of a file. */
const beginOf = (path: string): string => {
  const file = openSync(path, constants.O_RDONLY)
  const buffer = Buffer.alloc(ENTRY_BEGIN.length)
  try {
    return buffer.toString('utf8', 0, readSync(file, buffer))
  } finally {
    closeSync(file)
  }
}

/** Pipes and devices, such as /dev/null, are written, and nothing else is done to them. */
const isPlainFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined

/** What can be known before there is anything to write. @throws WrongUse */
const assertUsable = (path: string): void => {
  let begin = ''
  try {
    if (!isThere(path) || isPlainFile(path)) accessSync(dirname(path), constants.W_OK)
    if (isThere(path)) accessSync(path, constants.W_OK)
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Error('it is a folder')
    if (isPlainFile(path)) begin = beginOf(path)
  } catch (error) {
    throw new WrongUse(`${path} cannot be written: ${(error as Error).message}`)
  }
  if (begin && begin !== ENTRY_BEGIN)
    throw new WrongUse(`${path} exists and does not hold refused events. Give another file with --errors.`)
}

/** A link stays, as /dev/stdout is one: what it leads to is emptied. */
const remove = (path: string): void => {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile()) rmSync(path)
  else if (isPlainFile(path)) truncateSync(path)
}

/**
 * Replaces what an earlier run has left, or, where `fromLine` says that it is gone on with, only what is read again; not before there
 * is something to write, or nothing is refused any more.
 * @throws WrongUse when the file is one of those that are sent, or was not written by an earlier run
 */
export const openRefusedFile = (path: string, files: readonly string[], fromLine: number): RefusedFile => {
  if (files.some((file) => file !== STDIN && resolve(file) === resolve(path)))
    throw new WrongUse(`--errors ${path} is a file that is sent. Give another one.`)
  assertUsable(path)
  const isContinued = fromLine > 1
  let file: number | undefined
  let end = 0
  let isWritten = false
  const keepEarlier = (): boolean =>
    isContinued && isPlainFile(path) && dropRefusals(path, files, { file: files[0] as string, line: fromLine })

  const open = (): number => {
    keepEarlier()
    // Events tell where people were.
    const opened = openSync(path, isContinued ? 'a' : 'w', 0o600)
    end = fstatSync(opened).size
    return opened
  }

  const write = (text: string): void => {
    file ??= open()
    try {
      appendFileSync(file, text)
      end += Buffer.byteLength(text)
    } catch (error) {
      // Half a line would spoil the next one.
      if (isPlainFile(path)) ftruncateSync(file, end)
      throw error
    }
  }

  return {
    isWritten: () => isWritten,
    add(made, refusal) {
      try {
        write(entryOf(made, refusal))
        isWritten = true
      } catch (cause) {
        throw new AppError('invalid_request', { detail: `${path} cannot be written: ${(cause as Error).message}`, cause })
      }
    },
    finish() {
      if (file === undefined && !keepEarlier()) remove(path)
    },
    close() {
      if (file !== undefined) closeSync(file)
    },
  }
}
