import { accessSync, appendFileSync, closeSync, constants, openSync, readSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { AppError } from '@rollcall/server'
import { WrongUse } from '../wrong-use.ts'
import type { EventFields } from './check-event.ts'
import type { Refusal } from './make-event.ts'
import type { Row } from './rows.ts'
import { STDIN } from './text-input.ts'

/** Where refused events are written, if there are any. */
export interface RefusedFile {
  add(file: string, row: Row, event: EventFields, refusal: Refusal): void
  /** Of a run that came to its end: without a refused event, no file of an earlier run stays either. */
  finish(): void
  close(): void
}

const BEGIN = '{"_line":'

/** Beside the first file; of refused events that are refused again, a further one, for a file is not written while it is read. */
export const defaultRefusedPath = (files: readonly string[]): string => {
  const first = files[0]
  if (first === undefined || first === STDIN) return 'refused.ndjson'
  const [, before, times] = /^(.*\.|)refused(?:-(\d+))?\.ndjson$/.exec(basename(first)) ?? []
  if (before === undefined) return `${first}.refused.ndjson`
  return join(dirname(first), `${before}refused-${Number(times ?? 1) + 1}.ndjson`)
}

/** First characters of a file; none where there is no file yet. */
const beginOf = (path: string): string => {
  const file = openSync(path, constants.O_RDONLY)
  const buffer = Buffer.alloc(BEGIN.length)
  try {
    return buffer.toString('utf8', 0, readSync(file, buffer))
  } finally {
    closeSync(file)
  }
}

/** What can be known before there is anything to write. @throws WrongUse */
const assertUsable = (path: string): void => {
  const cannot = (error: unknown) => new WrongUse(`${path} cannot be written: ${(error as Error).message}`)
  let begin = ''
  try {
    accessSync(dirname(path), constants.W_OK)
    begin = beginOf(path)
    accessSync(path, constants.W_OK)
  } catch (error) {
    const isNew = (error as NodeJS.ErrnoException).syscall === 'open' && (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (!isNew) throw cannot(error)
  }
  if (begin && begin !== BEGIN)
    throw new WrongUse(`${path} exists and does not hold refused events. Give another file with --errors.`)
}

/** What was in the row beyond the event: how the export says it. */
const originalOf = ({ values }: Row, event: EventFields): unknown => {
  if (values._row !== undefined) return values._row
  const own = Object.entries(values).filter(([name]) => !name.startsWith('_'))
  return own.every(([name, value]) => event[name] === value) ? undefined : Object.fromEntries(own)
}

/**
 * Replaces what an earlier run has left, unless that is gone on with.
 * @throws WrongUse when the file is one of those that are sent, or was not written by an earlier run
 */
export const openRefusedFile = (path: string, files: readonly string[], isContinued: boolean): RefusedFile => {
  if (files.some((file) => file !== STDIN && resolve(file) === resolve(path)))
    throw new WrongUse(`--errors ${path} is a file that is sent. Give another one.`)
  assertUsable(path)
  let file: number | undefined
  return {
    add(name, row, event, { resultCode, reason }) {
      const origin = { _line: row.line, _resultCode: resultCode, _reason: reason, _file: name }
      try {
        // Events tell where people were.
        file ??= openSync(path, isContinued ? 'a' : 'w', 0o600)
        appendFileSync(file, `${JSON.stringify({ ...origin, ...event, _row: originalOf(row, event) })}\n`)
      } catch (cause) {
        throw new AppError('invalid_request', { detail: `${path} cannot be written: ${(cause as Error).message}`, cause })
      }
    },
    finish() {
      if (file === undefined && !isContinued) rmSync(path, { force: true })
    },
    close() {
      if (file !== undefined) closeSync(file)
    },
  }
}
