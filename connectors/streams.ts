import { columnsOf, ENDPOINTS } from '@rollcall/contract'
import { DATED, DIRECTORY, type LoadedDataset, PUBLISHED } from '../packages/loader/src/datasets/datasets.ts'

/** JSON Schema of one field, as ingestion frameworks take it. */
export interface FieldSchema {
  readonly type: string | readonly string[]
  readonly format?: 'date' | 'date-time'
  readonly additionalProperties?: boolean
  readonly items?: { readonly type: 'string' }
  readonly description: string
}

/** A dataset as the connectors offer it: what it is called, where it is read, and what its rows are like. */
export interface Stream {
  /** Name of the loader's table as well. */
  readonly name: string
  readonly dataset: LoadedDataset
  /** Bearer tokens are taken there, Basic at the same + `/basic`. */
  readonly path: string
  /** Fields that no two rows share. */
  readonly key: readonly string[]
  readonly fields: Readonly<Record<string, FieldSchema>>
}

const TYPES = {
  text: { type: 'string' },
  timestamp: { type: 'string', format: 'date-time' },
  date: { type: 'string', format: 'date' },
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  json: { type: 'object', additionalProperties: true },
} as const

/** A list of ids or names, the only lists that rows have. */
const TEXTS = { type: 'array', items: { type: 'string' } } as const

type Properties = Record<string, { readonly type?: string | readonly string[]; readonly description: string }>

/** Values of enumerations are left out: the API may grow some (contract §5), and a reader must not fail for them. */
export const fieldsOf = (row: object): Record<string, FieldSchema> => {
  const { properties } = row as { properties: Properties }
  const fields = columnsOf(row).map(({ name, kind }) => {
    const { type = [], description } = properties[name] as Properties[string]
    const nullable = [type].flat().includes('null')
    const typed = type === 'array' ? TEXTS : TYPES[kind]
    return [name, { ...typed, ...(nullable ? { type: [typed.type, 'null'] } : {}), description }] as const
  })
  return Object.fromEntries(fields)
}

/**
 * Presence is identified by the UTC date of `timestamp` besides. Frameworks take fields as keys, not expressions; as a repeated
 * event keeps the time it had, the time itself does as well.
 */
const keyOf = ({ name, columns, key }: LoadedDataset): string[] => {
  const fields = key.map((column) => columns.find((each) => each.name === column)?.field as string)
  return name === 'presence' ? [...fields, 'timestamp'] : fields
}

const streamOf = (dataset: LoadedDataset): Stream => {
  const { path, response } = ENDPOINTS[dataset.operation]
  return { name: dataset.table, dataset, path, key: keyOf(dataset), fields: fieldsOf(response) }
}

export const STREAMS: readonly Stream[] = [...DIRECTORY, ...PUBLISHED, ...DATED].map(streamOf)
