import { AppError } from '@rollcall/server/basics'
import { WrongUse } from '../../wrong-use.ts'
import type { Place, Row } from '../rows/row.ts'
import { UnreadableInput } from '../rows/row.ts'
import { type RowOptions, rowsOf } from '../rows/rows.ts'
import { STDIN } from '../rows/text-input.ts'
import { type EventRules, eventMaker, type MadeEvent } from './make-event.ts'

/** The files and how to read them. */
export interface Source {
  readonly files: readonly string[]
  readonly rules: EventRules
  readonly rowOptions: RowOptions
  /** First line to read of the first file. */
  readonly fromLine: number
}

export interface PlacedEvent extends MadeEvent {
  readonly row: Row
  readonly place: Place
}

/** A readable message if the file cannot be read. */
const inWords = (error: unknown, file: string): unknown => {
  if (error instanceof WrongUse || !(error instanceof Error)) return error
  const name = file === STDIN ? 'Standard input' : file
  const { code = '' } = error as NodeJS.ErrnoException
  const isOfSystem = 'syscall' in error || code.startsWith('Z_')
  if (!(error instanceof UnreadableInput) && !isOfSystem) return error
  return new AppError('invalid_request', { detail: `${name} cannot be read: ${error.message}.`, cause: error })
}

/** The events of all files in order, including those that cannot be sent. Ends early if the signal aborts. */
export async function* madeEvents({ files, rules, rowOptions, fromLine }: Source): AsyncGenerator<PlacedEvent, void, undefined> {
  for (const [index, file] of files.entries()) {
    let make = eventMaker(rules, undefined)
    const rows = rowsOf(file, rowOptions, (header) => {
      make = eventMaker(rules, header)
    })
    try {
      for await (const row of rows)
        if (index > 0 || row.line >= fromLine) yield { place: { file, line: row.line }, row, ...make(row) }
    } catch (error) {
      if (rowOptions.signal?.aborted) return
      throw inWords(error, file)
    }
  }
}
