import { MAX_ATTRIBUTE_NAME, MAX_ATTRIBUTE_VALUE, MAX_ATTRIBUTES, type UserAttributes } from '@rollcall/contract'
import { AppError, type FieldError } from '../../platform/errors.ts'

/** Counts characters as PostgreSQL does, by code points. Only texts that may be too long are counted. */
export const isLonger = (text: string, limit: number): boolean => text.length > limit && [...text].length > limit

const VALUE_LIMIT = MAX_ATTRIBUTE_VALUE.toLocaleString('en')

/** Returns the reason why an item cannot be stored, or undefined if it can. */
export const refusalOf = ({ attributes }: UserAttributes): string | undefined => {
  const entries = Object.entries(attributes)
  if (entries.length > MAX_ATTRIBUTES) return `More than ${MAX_ATTRIBUTES} attributes`
  for (const [name, value] of entries) {
    if (name === '' || isLonger(name, MAX_ATTRIBUTE_NAME)) {
      return `An attribute name has 1 to ${MAX_ATTRIBUTE_NAME} characters`
    }
    if (value !== null && isLonger(value, MAX_ATTRIBUTE_VALUE)) {
      return `The value of ${name} has more than ${VALUE_LIMIT} characters`
    }
  }
  return undefined
}

/**
 * Checks the names of attributes, which are stored as data. The body parser checks only values.
 * @throws AppError invalid_text
 */
export const assertStorableNames = (items: readonly UserAttributes[]): void => {
  const fieldErrors: FieldError[] = []
  for (const [index, { attributes }] of items.entries()) {
    for (const name of Object.keys(attributes)) {
      if (name.isWellFormed() && !name.includes('\0')) continue
      fieldErrors.push({
        pointer: `/userAttributes/${index}/attributes`,
        message: 'has a name that contains NUL characters or unpaired surrogates',
        code: 'text',
      })
      if (fieldErrors.length === 50) throw new AppError('invalid_text', { errors: fieldErrors })
    }
  }
  if (fieldErrors.length > 0) throw new AppError('invalid_text', { errors: fieldErrors })
}
