import { type RollcallClient, RollcallError, type RowsOperation } from '@rollcall/client'
import { ENDPOINTS } from '@rollcall/contract'
import type { TSchema } from 'typebox'
import { type LoadedColumn, loadedColumns } from '../datasets/columns.ts'
import type { Persistence } from './persistence.ts'

/** Types columns that this version does not know as the service describes them. */
export type DescribeColumns = (
  operation: RowsOperation,
  columns: readonly LoadedColumn[],
  signal: AbortSignal | undefined,
) => Promise<LoadedColumn[]>

type Property = TSchema & { readonly type?: unknown }

/** What an OpenAPI document says of rows. */
interface Description {
  readonly paths?: Readonly<Record<string, Operations>>
  readonly components?: { readonly schemas?: Readonly<Record<string, { readonly properties?: Record<string, Property> }>> }
}

interface Operations {
  readonly get?: { readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>> }
}

interface Content {
  readonly schema?: { readonly items?: { readonly $ref?: string } }
}

const propertiesOf = ({ paths, components }: Description, operation: RowsOperation): Record<string, Property> => {
  const content = paths?.[ENDPOINTS[operation].path]?.get?.responses?.['200']?.content?.['application/json']
  const name = content?.schema?.items?.$ref?.split('/').at(-1) ?? ''
  return components?.schemas?.[name]?.properties ?? {}
}

/** Whether the service answered, but with no description: others than ours need not have one. */
const isMissing = (error: unknown): boolean =>
  error instanceof RollcallError && (error.code === 'invalid_answer' || (error.status >= 400 && error.status < 500))

/** The description is read once, and only if a service sends fields that this version does not know. */
export const createDescribeColumns = (client: RollcallClient, persistence: Persistence): DescribeColumns => {
  let reading: Promise<Description> | undefined
  const read = async (signal: AbortSignal | undefined): Promise<Description> => {
    try {
      return (await persistence(signal)(() => client.getOpenApi(undefined, signal ? { signal } : {}))) as Description
    } catch (error) {
      if (isMissing(error)) return {}
      throw error
    }
  }
  return async (operation, columns, signal) => {
    reading ??= read(signal)
    const properties = propertiesOf(await reading, operation)
    return columns.map((column) => {
      const property = properties[column.field]
      if (property?.type === undefined) return column
      return loadedColumns({ properties: { [column.field]: property } } as TSchema)[0] ?? column
    })
  }
}
