import { type Column, snakeCase, typedColumnsOf } from '@rollcall/contract'
import type { TSchema } from 'typebox'

/** A column of a destination, and the field of a row that fills it. */
export interface LoadedColumn {
  /** In the service's answers. */
  readonly field: string
  /** In the destination: the same in snake case. */
  readonly name: string
  readonly kind: Column['kind']
}

export const loadedColumns = (row: TSchema): LoadedColumn[] =>
  typedColumnsOf(row).map(({ name: field, kind }) => ({ field, name: snakeCase(field), kind }))
