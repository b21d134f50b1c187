import Type, { type TSchema } from 'typebox'
import { UUID_EXAMPLE } from './atoms.ts'

/** Ids in one comma list (contract §4). */
export const MAX_LISTED_IDS = 1_000

/** A parameter that holds several values between commas; the keyword is ours, and tells a repeated parameter from a list. */
export const commaList = (maxLength: number, docs: { description: string; example: string }) =>
  Type.String({
    minLength: 1,
    maxLength,
    description: docs.description,
    examples: [docs.example],
    'x-comma-list': true,
  })

export const isCommaList = (schema: TSchema | undefined): boolean => schema !== undefined && 'x-comma-list' in schema

/** Ids between commas: unknown ones match nothing. That there are some, and not too many, is checked where they are read. */
export const idList = (description: string) =>
  commaList(MAX_LISTED_IDS * 101, {
    description: `${description}: one id or more between commas, at most ${MAX_LISTED_IDS}; unknown ones match nothing.`,
    example: UUID_EXAMPLE,
  })
