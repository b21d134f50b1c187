import { AppError } from '../../platform/errors.ts'
import { versionOf } from './user-rows.ts'

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '')

export const isVersion = (tags: string, row: { readonly version: string }): boolean =>
  tags.trim() === '*' || tags.split(',').some((tag) => opaque(tag) === opaque(versionOf(row)))

/** @throws AppError precondition_failed unless it is the version that the caller knows, if it named one */
export const assertVersion = (ifMatch: string | undefined, row: { readonly version: string }): void => {
  if (ifMatch === undefined || isVersion(ifMatch, row)) return
  throw new AppError('precondition_failed')
}
