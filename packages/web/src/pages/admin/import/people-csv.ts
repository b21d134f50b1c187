import { plural, t } from '@lingui/core/macro'
import { type CsvColumn, columnsOf, type Several } from './csv-columns.ts'

/** Where a value stands in the file. */
export interface CsvPlace {
  readonly line: number
  readonly column?: string
  /** Whom the line is about. */
  readonly who?: string
}

/** The import document that says what the lines of a CSV file say, and where each of its values stands. */
export interface PeopleOfCsv {
  readonly document: { readonly groups?: readonly object[]; readonly users: readonly object[] }
  readonly placeOf: (pointer: string) => CsvPlace | undefined
}

const DELIMITERS = [',', ';', '\t', '|']

/** The most frequent delimiter of the header, outside of quotes; cells copied from a spreadsheet have tabs. */
const delimiterOf = (text: string): string => {
  const header = (/^[^\r\n]*/.exec(text.trimStart())?.[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string) => header.split(delimiter).length
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}

interface Line {
  readonly line: number
  readonly cells: readonly string[]
}

/** The lines of the file that are not empty, or why it is not CSV. */
const linesOf = async (text: string): Promise<readonly Line[] | string> => {
  const { CsvError, parse } = await import('csv-parse/browser/esm/sync')
  // Line breaks of one character let the parser count lines within quotes.
  const given = text.replaceAll(/\r\n?/g, '\n')
  try {
    const records = parse(given, {
      ...{ bom: true, info: true, delimiter: delimiterOf(given), record_delimiter: '\n' },
      ...{ relax_column_count: true, relax_quotes: true, skip_empty_lines: true, skip_records_with_empty_values: true },
    }) as unknown as readonly { record: string[]; info: { lines: number } }[]
    return records.map(({ record, info }) => ({
      line: info.lines - record.join('').split('\n').length + 1,
      cells: record.map((cell) => cell.trim()),
    }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return t`The file is not valid CSV: a quote is opened and never closed.`
  }
}

/** Reads people from CSV, one a line below the header; a text says what is wrong, and where. */
export const readPeopleCsv = async (text: string): Promise<PeopleOfCsv | string> => {
  const lines = await linesOf(text)
  if (typeof lines === 'string') return lines
  const [header, ...rows] = lines
  if (!header) return t`The file is empty.`
  const columns = columnsOf(header.cells, header.line)
  if (typeof columns === 'string') return columns
  if (rows.length === 0) return t`The file has no line below the names of the columns.`
  const expected = columns.length
  for (const { line, cells } of rows) {
    const found = cells.length
    // Many systems end lines with a delimiter too many.
    const isFit = found >= expected && cells.slice(expected).every((cell) => cell === '')
    if (!isFit)
      return t`Line ${line}: it has ${plural(found, { one: '# cell', other: '# cells' })}, and the first line names ${plural(expected, { one: '# column', other: '# columns' })}.`
  }
  return peopleOf(columns, rows)
}

const WORDS: Readonly<Record<string, unknown>> = { true: true, yes: true, 1: true, false: false, no: false, 0: false }
const PLAN_WORDS: Readonly<Record<string, string>> = { office: 'o', remote: 'r', away: 'a' }

/** The value of a cell; what is not understood goes to the service as it is, which refuses it at its place. */
const meaningOf = (field: string, cell: string): unknown => {
  const word = cell.toLowerCase()
  if (field === 'onboarded') return WORDS[word] ?? cell
  if (field === 'weekPlan') return { plan: PLAN_WORDS[word] ?? word }
  return field === 'status' ? word : cell
}

const step = (name: string | number): string => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** An empty cell says nothing, so that what is stored stays. */
const peopleOf = (columns: readonly CsvColumn[], rows: readonly Line[]): PeopleOfCsv => {
  const places = new Map<string, CsvPlace>()
  const groups = new Map<string, object>()
  const users = rows.map(({ line, cells }, index) => {
    const user: Record<string, unknown> = {}
    const at = `/users/${index}`
    const filled = columns.flatMap((column, position) => {
      const cell = cells[position] ?? ''
      return cell === '' ? [] : [{ ...column, cell }]
    })
    const cellOf = (field: string) => filled.find((each) => each.field === field && !each.of)
    const name = cellOf('userName') ?? cellOf('email')
    const place = (header?: string): CsvPlace => ({
      line,
      ...(header ? { column: header } : {}),
      ...(name ? { who: name.cell } : {}),
    })
    places.set(at, place())
    // People without a user name have their address as one.
    if (name) user.userName = name.cell
    places.set(`${at}/userName`, place(name?.header ?? 'userName'))
    for (const { header, field, of, cell } of filled) {
      if (!of) user[field] = meaningOf(field, cell)
      const pointer = of ? at + addPart(user, of.part, of.name, cell) : at + step(field)
      places.set(pointer, place(header))
      if (of?.part !== 'groups') continue
      const key = JSON.stringify([of.name, cell])
      if (!groups.has(key)) places.set(`/groups/${groups.size}`, place(header))
      groups.set(key, { name: cell, type: of.name })
    }
    return user
  })
  const placeOf = (pointer: string): CsvPlace | undefined => {
    for (let above = pointer; above !== ''; above = above.slice(0, above.lastIndexOf('/'))) {
      const place = places.get(above)
      if (place) return place
    }
    return undefined
  }
  return { document: { ...(groups.size > 0 ? { groups: [...groups.values()] } : {}), users }, placeOf }
}

/** Adds one of several groups, attributes, weekdays or identities, and returns its pointer within the person. */
const addPart = (user: Record<string, unknown>, part: Several, name: string, cell: string): string => {
  if (part === 'attributes' || part === 'weekPlan') {
    const value = meaningOf(part, cell)
    user[part] = { ...(user[part] as object | undefined), [name]: value }
    return step(part) + step(name)
  }
  const list = (user[part] ?? []) as object[]
  user[part] = [...list, part === 'groups' ? { name: cell, type: name } : { sourceId: name, sourceUserId: cell }]
  return step(part) + step(list.length)
}
