import { type Column, snakeCase, typedColumnsOf } from '@rollcall/contract'
import type { TSchema } from 'typebox'

/** A column of a destination, and the row field that fills it. */
export interface LoadedColumn {
  /** Name in the responses of the service. */
  readonly field: string
  /** Name in the destination: the same in snake case. */
  readonly name: string
  readonly kind: Column['kind']
  /** Its values are integers that a double would round. A column of JSON keeps their digits; one of doubles accepts them, too. */
  readonly hasLongIntegers?: true
}

export const loadedColumns = (row: TSchema): LoadedColumn[] =>
  typedColumnsOf(row).map(({ name: field, kind }) => ({ field, name: snakeCase(field), kind }))
