import { type Column, typedColumnsOf } from '@rollcall/contract'
import type { TSchema } from 'typebox'

/** A column of a destination, and the field of a row that fills it. */
export interface LoadedColumn {
  /** In the service's answers. */
  readonly field: string
  /** In the destination: the same in snake case. */
  readonly name: string
  readonly kind: Column['kind']
}

/** `primaryLocationId` as `primary_location_id`: SQL folds the case of names. */
export const snakeCase = (field: string): string => field.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

export const loadedColumns = (row: TSchema): LoadedColumn[] =>
  typedColumnsOf(row).map(({ name: field, kind }) => ({ field, name: snakeCase(field), kind }))
