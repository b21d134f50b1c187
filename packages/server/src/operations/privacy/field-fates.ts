import { type Field, type Fields, snakeCase } from '@rollcall/contract'

const columnsOf = (fields: Fields, isKept: (field: Field) => boolean): string[] =>
  Object.entries(fields).flatMap(([name, field]) => (isKept(field) ? [snakeCase(name)] : []))

/** The effect of erasing a person on these fields. */
export const erasedFields = (fields: Fields): Readonly<Record<string, string>> =>
  Object.fromEntries(columnsOf(fields, ({ isPersonal }) => isPersonal).map((column) => [column, 'null']))

/** Marks columns without personal data, separated by spaces. */
export const impersonalFields = (fields: Fields): string => columnsOf(fields, ({ isPersonal }) => !isPersonal).join(' ')
