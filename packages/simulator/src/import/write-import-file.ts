import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImportSections } from './import-file.ts'
import { joined } from './joined.ts'

/** Yields one entry per line, because a year of bookings is longer than a string can be. */
function* pieces(file: ImportSections): Generator<string, void, undefined> {
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

/** Writes the file as JSON, for `rollcall import`. */
export const writeImportFile = (file: ImportSections, path: string): Promise<void> =>
  pipeline(Readable.from(joined(pieces(file))), createWriteStream(path))
