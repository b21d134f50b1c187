import { type Fields, snakeCase } from '@rollcall/contract'

/** The column of each field, by its name in the contract. */
export const fieldColumns = <const F extends Fields>(fields: F): { readonly [N in keyof F]: string } =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, snakeCase(name)])) as never

/** The type of each column, for statements that take rows as JSON. */
export const columnTypes = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.keys(fields).map((name) => [snakeCase(name), 'text']))

/** Selects the fields of this table under their names in the contract. */
export const selectedFields = (alias: string, fields: Fields): string =>
  Object.keys(fields)
    .map((name) => `${alias}.${snakeCase(name)} as "${name}"`)
    .join(', ')
