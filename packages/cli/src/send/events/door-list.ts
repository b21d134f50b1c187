import { WrongUse } from '../../wrong-use.ts'
import { type CsvRecord, csvRecords } from '../rows/csv-rows.ts'
import { UnreadableInput } from '../rows/row.ts'
import { readStartOfFile } from '../rows/rows.ts'

interface Door {
  readonly locationId: string
  readonly locationType: string | undefined
}

/** The door names of an export and their locations. */
export type DoorList = ReadonlyMap<string, Door>

/** Columns of name, locationId and locationType: by a header with locationId, else in this order. */
const columnsOf = (cells: readonly string[]): number[] | undefined => {
  const id = cells.indexOf('locationId')
  const type = cells.indexOf('locationType')
  return id < 0 ? undefined : [cells.findIndex((_, index) => index !== id && index !== type), id, type]
}

/**
 * Reads a list of doors: name in the export, locationId and optionally locationType. The header is optional.
 * @throws WrongUse
 */
export const readDoorList = async (path: string, encoding: string | undefined): Promise<DoorList> => {
  const doors = new Map<string, Door>()
  const refuse = (reason: string) => new WrongUse(`--locations ${path}: ${reason}.`)
  let columns = [0, 1, 2]
  const add = ({ line, cells }: CsvRecord) => {
    const [name, locationId, locationType] = columns.map((column) => cells[column])
    if (!name || !locationId) throw refuse(`line ${line} needs the name in the export and a locationId`)
    if ((doors.get(name)?.locationId ?? locationId) !== locationId)
      throw refuse(`line ${line} gives ${name} another locationId than a line before`)
    doors.set(name, { locationId, locationType: locationType || undefined })
  }
  try {
    const { delimiter, all } = await readStartOfFile(path, { encoding })
    let isFirst = true
    for await (const record of csvRecords(all, delimiter)) {
      const named = isFirst ? columnsOf(record.cells) : undefined
      isFirst = false
      if (named) columns = named
      else add(record)
    }
  } catch (error) {
    const isOfFile = error instanceof UnreadableInput || (error instanceof Error && 'syscall' in error)
    throw isOfFile ? refuse(error.message) : error
  }
  return doors
}
