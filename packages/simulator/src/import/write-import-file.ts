import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImportFile } from '@rollcall/contract'

/** Entry by entry, one per line: a year of bookings makes more text than one string can hold. */
function* pieces(file: ImportFile): Generator<string, void, undefined> {
  let before = '{'
  for (const [part, entries] of Object.entries(file)) {
    yield `${before}\n"${part}": [`
    let separator = '\n'
    for (const entry of entries) {
      yield separator + JSON.stringify(entry)
      separator = ',\n'
    }
    yield '\n]'
    before = ','
  }
  yield before === '{' ? '{}\n' : '\n}\n'
}

/** Joins small pieces, so that a file of millions of entries is not written by millions of calls. */
function* joined(parts: Iterable<string>, size = 65_536): Generator<string, void, undefined> {
  let held = ''
  for (const part of parts) {
    held += part
    if (held.length < size) continue
    yield held
    held = ''
  }
  yield held
}

/** Writes the file as JSON, for `rollcall import`. */
export const writeImportFile = (file: ImportFile, path: string): Promise<void> =>
  pipeline(Readable.from(joined(pieces(file))), createWriteStream(path))
