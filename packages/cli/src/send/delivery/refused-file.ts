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
 * A derived id stays if the event waits in quarantine for its person or place, because a later correction is the same event. For
 * any other error, the id derives from wrong data and is derived again from the corrected data.
 */
const keepsId = ({ isIdDerived, refusal: ours, event }: PlacedEvent, { resultCode }: Refusal): boolean => {
  if (!isIdDerived) return true
  if (ours) return false
  if (resultCode === RESULT_CODES.userNotFound) return PERSON.some((field) => event[field] !== undefined && event[field] !== null)
  return resultCode === RESULT_CODES.locationNotFound
}

/** The original values of the row. */
const originalOf = ({ values }: Row, event: EventFields): unknown => {
  if (values._row !== undefined) return values._row
  const own = Object.entries(values).filter(([name]) => !name.startsWith('_'))
  return own.every(([name, value]) => event[name] === value) ? undefined : Object.fromEntries(own)
}

/** The start of every line in a file of refused events. */
const ENTRY_BEGIN = '{"_line":'

/** A refused event as a line of NDJSON that can be corrected and sent. */
const entryOf = (made: PlacedEvent, refusal: Refusal): string => {
  const { row, place, event } = made
  const { eventId, ...fields } = event
  const { resultCode, reason } = refusal
  const corrected = keepsId(made, refusal) ? event : { ...fields, _locationId: made.sourcePlace }
  const origin = { _line: place.line, _resultCode: resultCode, _reason: reason, _file: place.file }
  return `${JSON.stringify({ ...origin, ...corrected, _row: originalOf(row, event) })}\n`
}

/** The file of refused events, if there are any. */
export interface RefusedFile {
  /** @throws AppError if it cannot be written */
  add(made: PlacedEvent, refusal: Refusal): void
  isWritten(): boolean
  /** Completes a run. Without refused events, it also removes the file of an earlier run. */
  finish(): void
  close(): void
}

/** Next to the first file. Refusals of a refused file go to another file, because a file must not be written while it is read. */
export const defaultRefusedPath = (files: readonly string[]): string => {
  const first = files[0]
  if (first === undefined || first === STDIN) return 'refused.ndjson'
  const [, before, times] = /^(.*\.|)refused(?:-(\d+))?\.ndjson$/.exec(basename(first)) ?? []
  if (before === undefined) return `${first}.refused.ndjson`
  return join(dirname(first), `${before}refused-${Number(times ?? 1) + 1}.ndjson`)
}

/** The first characters of a file. */
const readStart = (path: string): string => {
  const file = openSync(path, constants.O_RDONLY)
  const buffer = Buffer.alloc(ENTRY_BEGIN.length)
  try {
    return buffer.toString('utf8', 0, readSync(file, buffer))
  } finally {
    closeSync(file)
  }
}

/** Pipes and devices, such as /dev/null, are only written. */
const isPlainFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined

/** Checks that are possible before anything is written. @throws WrongUse */
const assertUsable = (path: string): void => {
  let begin = ''
  try {
    if (!isThere(path) || isPlainFile(path)) accessSync(dirname(path), constants.W_OK)
    if (isThere(path)) accessSync(path, constants.W_OK)
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Error('it is a folder')
    if (isPlainFile(path)) begin = readStart(path)
  } catch (error) {
    throw new WrongUse(`${path} cannot be written: ${(error as Error).message}`)
  }
  if (begin && begin !== ENTRY_BEGIN)
    throw new WrongUse(`${path} exists and does not contain refused events. Give another file with --errors.`)
}

/** A link such as /dev/stdout stays; its target is emptied. */
const remove = (path: string): void => {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile()) rmSync(path)
  else if (isPlainFile(path)) truncateSync(path)
}

/**
 * Replaces the refusals of an earlier run, or with `fromLine` only those of rows that are read again. It does so when there is
 * something to write, or at the end if nothing is refused.
 * @throws WrongUse if the file is an input, or was not written by an earlier run
 */
export const openRefusedFile = (path: string, files: readonly string[], fromLine: number): RefusedFile => {
  if (files.some((file) => file !== STDIN && resolve(file) === resolve(path)))
    throw new WrongUse(`--errors ${path} is one of the input files. Give another one.`)
  assertUsable(path)
  const isContinued = fromLine > 1
  let file: number | undefined
  let end = 0
  let isWritten = false
  const keepEarlier = (): boolean =>
    isContinued && isPlainFile(path) && dropRefusals(path, files, { file: files[0] as string, line: fromLine })

  const open = (): number => {
    keepEarlier()
    // Events are personal data.
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
      // A partial line would corrupt the next one.
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
