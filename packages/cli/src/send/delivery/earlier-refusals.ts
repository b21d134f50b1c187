import { appendFileSync, closeSync, openSync, readSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Place } from '../rows/row.ts'
import { STDIN } from '../rows/text-input.ts'

const CHUNK = 1 << 16
const NEW_LINE = 0x0a

/** Lines with their line breaks, streamed because the file may be larger than memory. */
function* linesOf(path: string): Generator<string, void, undefined> {
  const file = openSync(path, 'r')
  const chunk = Buffer.alloc(CHUNK)
  let rest: Buffer[] = []
  try {
    for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) {
      let begin = 0
      for (let end = chunk.indexOf(NEW_LINE); end >= 0 && end < size; end = chunk.indexOf(NEW_LINE, begin)) {
        yield Buffer.concat([...rest, chunk.subarray(begin, end + 1)]).toString()
        rest = []
        begin = end + 1
      }
      if (begin < size) rest.push(Buffer.from(chunk.subarray(begin, size)))
    }
    if (rest.length > 0) yield `${Buffer.concat(rest)}\n`
  } finally {
    closeSync(file)
  }
}

const entry = (line: string): { _file?: unknown; _line?: unknown } => {
  try {
    return JSON.parse(line) ?? {}
  } catch {
    return {}
  }
}

const nameOf = (file: string): string => (file === STDIN ? file : resolve(file))

/**
 * Removes earlier refusals of rows that are read again, from `begin` on and in later files, which would otherwise be listed
 * twice. Returns whether any are left.
 */
export const dropRefusals = (path: string, files: readonly string[], begin: Place): boolean => {
  const again = new Map(files.map((file) => [nameOf(file), nameOf(file) === nameOf(begin.file) ? begin.line : 1]))
  // Next to the file itself, because a link may lead to another disk.
  const real = realpathSync(path)
  const kept = `${real}.${process.pid}`
  const copy = openSync(kept, 'wx', 0o600)
  let isLeft = false
  try {
    for (const line of linesOf(real)) {
      const { _file, _line } = entry(line)
      const from = typeof _file === 'string' ? again.get(nameOf(_file)) : undefined
      if (from !== undefined && Number(_line) >= from) continue
      appendFileSync(copy, line)
      isLeft = true
    }
    renameSync(kept, real)
  } catch (error) {
    rmSync(kept)
    throw error
  } finally {
    closeSync(copy)
  }
  return isLeft
}
