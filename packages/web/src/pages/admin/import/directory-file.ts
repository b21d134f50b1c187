import { t } from '@lingui/core/macro'
import { type CsvPlace, readPeopleCsv } from './people-csv.ts'

/** The largest body of one call (contract: body_too_large). */
const MAX_BYTES = 8 * 1024 * 1024

const EXAMPLE_DOCUMENT = {
  locations: [
    {
      name: 'Berlin',
      timeZone: 'Europe/Berlin',
      levels: [{ name: 'Level 2', zones: [{ name: '2 North', kind: 'individual', places: [{ name: 'D-2-014' }] }] }],
    },
  ],
  groups: [{ name: 'Engineering', type: 'department' }],
  users: [
    {
      userName: 'ada.byron@example.com',
      firstName: 'Ada',
      lastName: 'Byron',
      primaryLocation: 'Berlin',
      groups: [{ name: 'Engineering', type: 'department' }],
      weekPlan: { monday: { plan: 'o' }, tuesday: { plan: 'r' } },
      identities: [{ sourceId: 'badge-readers-berlin', sourceUserId: '0004711' }],
    },
  ],
}

/** The address of a small file to begin with. */
export const EXAMPLE = `data:application/json,${encodeURIComponent(JSON.stringify(EXAMPLE_DOCUMENT, null, 2))}`

/** Where something is in a file: in words, and what helps to find it. */
export interface Place {
  readonly words: string
  readonly detail: string
  /** The column of a CSV file. */
  readonly column?: string
}

/** A chosen file: its content, or why it cannot be imported. */
export interface DirectoryFile {
  readonly document?: object
  readonly fault?: string
  /** Where a pointer (RFC 6901) into the document leads. */
  readonly placeOf: (pointer: string) => Place
}

const faulty = (fault: string): DirectoryFile => ({ fault, placeOf: jsonPlace({}) })

/** A file from a spreadsheet may be of Windows, whose characters are other bytes. */
const textOf = async (file: File): Promise<string> => {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Reads a file and checks what the browser can check. */
export const readDirectoryFile = async (file: File): Promise<DirectoryFile> => {
  if (!/\.json$/i.test(file.name) && file.type !== 'application/json') return readPeople(await textOf(file))
  const text = await file.text()
  try {
    const document: unknown = JSON.parse(text)
    if (typeof document !== 'object' || document === null || Array.isArray(document))
      return faulty(t`The file must be one JSON object.`)
    return isTooLarge(document) ? faulty(tooLarge(file.name)) : { document, placeOf: jsonPlace(document) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return faulty(t`The file is not valid JSON: ${reason}`)
  }
}

/** Reads people from the text of a CSV file, or from cells that were copied. */
export const readPeople = async (text: string): Promise<DirectoryFile> => {
  const read = await readPeopleCsv(text)
  if (typeof read === 'string') return faulty(read)
  const { document } = read
  if (isTooLarge(document)) return faulty(t`These are more people than a browser may send at once, 8 MiB. Divide the file.`)
  return { document, placeOf: (pointer) => csvPlace(read.placeOf(pointer)) }
}

/** Measures what is sent, which may be shorter than the file. */
const isTooLarge = (document: object): boolean => new Blob([JSON.stringify(document)]).size > MAX_BYTES

const tooLarge = (name: string): string => {
  const command = `npx rollcall import '${name.replaceAll("'", "'\\''")}' --dry-run`
  return t`The file is larger than the 8 MiB that a browser may send. On the machine of the service, run: ${command}`
}

const csvPlace = (place: CsvPlace | undefined): Place => {
  if (!place) return { words: t`the whole file`, detail: '' }
  const { line, column, who = '' } = place
  return column ? { words: t`Line ${line}, column ${column}`, detail: who, column } : { words: t`Line ${line}`, detail: who }
}

const jsonPlace =
  (document: object) =>
  (pointer: string): Place => ({ words: pointerInWords(document, pointer), detail: pointer || '/' })

/** Describes a pointer (RFC 6901) by the names of the elements on its path. */
export const pointerInWords = (document: unknown, pointer: string): string => {
  const words: string[] = []
  let value = document
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    const isElement = Array.isArray(value)
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
    const name = isElement ? nameOf(value) : undefined
    const position = Number(key) + 1
    words.push(isElement ? (name ?? t`number ${position}`) : key)
  }
  return words.length === 0 ? t`the whole file` : words.join(' › ')
}

const NAMES = ['name', 'userName', 'user', 'id'] as const

const nameOf = (element: unknown): string | undefined => {
  if (typeof element !== 'object' || element === null) return undefined
  for (const name of NAMES) {
    const value = (element as Record<string, unknown>)[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}
