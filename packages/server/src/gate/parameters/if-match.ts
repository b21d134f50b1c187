import { AppError } from '../../platform/errors.ts'

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '')

/** Returns whether a list of ETags, as in If-Match, names this one. */
export const namesTag = (tags: string, tag: string): boolean =>
  tags.trim() === '*' || tags.split(',').some((each) => opaque(each) === opaque(tag))

/** @throws AppError precondition_failed unless it is the version that the caller knows, if it named one */
export const assertIfMatch = (ifMatch: string | undefined, tag: string): void => {
  if (ifMatch !== undefined && !namesTag(ifMatch, tag)) throw new AppError('precondition_failed')
}
