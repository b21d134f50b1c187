import { text, UUID_EXAMPLE } from './atoms.ts'

/** Ids in one comma list (contract §4). */
export const MAX_LISTED_IDS = 1_000

/** Ids between commas: unknown ones match nothing. That there are some, and not too many, is checked where they are read. */
export const idList = (description: string) =>
  text(MAX_LISTED_IDS * 101, {
    description: `${description}: one id or more between commas, at most ${MAX_LISTED_IDS}; unknown ones match nothing.`,
    example: UUID_EXAMPLE,
  })
