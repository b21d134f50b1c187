import { assertIfMatch, namesTag } from '../../gate/parameters/if-match.ts'
import { versionOf } from './user-rows.ts'

export const isVersion = (tags: string, row: { readonly version: string }): boolean => namesTag(tags, versionOf(row))

/** @throws AppError precondition_failed unless it is the version that the caller knows, if it named one */
export const assertVersion = (ifMatch: string | undefined, row: { readonly version: string }): void =>
  assertIfMatch(ifMatch, versionOf(row))
