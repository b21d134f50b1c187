import { t } from '@lingui/core/macro'

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

/** A chosen file: its content, or why it cannot be imported. */
export interface DirectoryFile {
  readonly document?: object
  readonly fault?: string
}

/** Reads a file and checks what the browser can check. */
export const readDirectoryFile = async (file: File): Promise<DirectoryFile> => {
  const text = await file.text()
  const fault = (words: string): DirectoryFile => ({ fault: words })
  try {
    const document: unknown = JSON.parse(text)
    if (typeof document !== 'object' || document === null || Array.isArray(document))
      return fault(t`The file must be one JSON object.`)
    // Measures the text that is sent, which may be shorter than the file.
    const size = new Blob([JSON.stringify(document)]).size
    return size > MAX_BYTES ? fault(tooLarge(file.name)) : { document }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return fault(t`The file is not valid JSON: ${reason}`)
  }
}

const tooLarge = (name: string): string => {
  const command = `npx rollcall import '${name.replaceAll("'", "'\\''")}' --dry-run`
  return t`The file is larger than the 8 MiB that a browser may send. On the machine of the service, run: ${command}`
}

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
