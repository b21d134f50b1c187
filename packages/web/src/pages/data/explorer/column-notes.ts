import { PATHS } from 'virtual:endpoints'
import type { Operation } from '@rollcall/contract'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'

interface Schema {
  readonly $ref?: string
  readonly items?: Schema
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
}

/** The part of the OpenAPI document that is looked at. */
interface Reference {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly get: {
          readonly responses: { readonly 200: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> } }
        }
      }
    >
  >
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** What each column of a dataset means, in the words of the reference; asked for once somebody wants to know. */
export const columnNotes = (operation: Operation) =>
  queryOptions({
    queryKey: ['reference'],
    queryFn: async ({ signal }): Promise<Reference> => {
      const response = await fetch(PATHS.getOpenApi[1], { signal })
      if (!response.ok) throw await ApiError.of(response)
      return (await response.json()) as Reference
    },
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ paths, components }): Readonly<Record<string, string>> => {
      const row = paths[PATHS[operation][1]]?.get.responses[200].content['application/json']?.schema.items?.$ref
      const { properties = {} } = components.schemas[row?.split('/').at(-1) ?? ''] ?? {}
      return Object.fromEntries(Object.entries(properties).map(([name, { description = '' }]) => [name, description]))
    },
  })
