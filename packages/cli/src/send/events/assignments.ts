import { WrongUse } from '../../wrong-use.ts'

/** The columns of each field, and the constant fields of every event. */
export interface Mapping {
  readonly columns: ReadonlyMap<string, string>
  readonly constants: ReadonlyMap<string, string>
}

/** A comma ends an assignment only if another one follows, so column names may contain commas. */
const BETWEEN = /,(?=\s*\w+=)/

const unquoted = (text: string): string => text.replace(/^"(.*)"$/s, '$1')

/** Parses the `field=text,field=text` of an option. @throws WrongUse for an unknown or repeated field */
const parseAssignments = (option: string, texts: readonly string[], fields: readonly string[]): Map<string, string> => {
  const found = new Map<string, string>()
  for (const part of texts.flatMap((text) => text.split(BETWEEN))) {
    const at = part.indexOf('=')
    const field = part.slice(0, Math.max(at, 0)).trim()
    const text = unquoted(part.slice(at + 1).trim())
    if (at < 1 || text === '')
      throw new WrongUse(`${option} takes field=${option === '--map' ? 'column' : 'value'}, not '${part}'.`)
    if (!fields.includes(field)) throw new WrongUse(`${option}: there is no field ${field}. There are: ${fields.join(', ')}.`)
    if (found.has(field)) throw new WrongUse(`${option} gives ${field} twice.`)
    found.set(field, text)
  }
  return found
}

/** @throws WrongUse */
export const parseMapping = (map: readonly string[], set: readonly string[], fields: readonly string[]): Mapping => {
  const columns = parseAssignments('--map', map, fields)
  const constants = parseAssignments('--set', set, fields)
  const both = [...columns.keys()].find((field) => constants.has(field))
  if (both) throw new WrongUse(`${both} is given by --map and by --set. Give one of them.`)
  return { columns, constants }
}

/**
 * The columns of a field, in order: the column with that name, or several joined by plus signs, because date and time are often
 * separate. Columns of object rows are unknown before the last row, so none is reported as missing.
 * @throws WrongUse if the header lacks them
 */
export const columnsOf = ({ columns }: Mapping, header: readonly string[] | undefined): Map<string, string[]> =>
  new Map(
    [...columns].map(([field, text]) => {
      const parts = header?.includes(text) ? [text] : text.split('+').map((part) => part.trim())
      const missing = header && parts.find((part) => !header.includes(part))
      if (missing !== undefined)
        throw new WrongUse(`--map ${field}=${text}: there is no column ${missing}. There are: ${header?.join(', ')}.`)
      return [field, parts]
    }),
  )
