import Type, { type TSchema } from 'typebox'
import { UUID_EXAMPLE } from './atoms.ts'

/** Maximum number of ids in one comma-separated list (contract §4). */
export const MAX_LISTED_IDS = 1_000

/** A parameter with comma-separated values. Our own keyword marks it, so that a repeated parameter is not taken for a list. */
export const commaList = (maxLength: number, docs: { description: string; example: string }) =>
  Type.String({
    minLength: 1,
    maxLength,
    description: docs.description,
    examples: [docs.example],
    'x-comma-list': true,
  })

export const isCommaList = (schema: TSchema | undefined): boolean => schema !== undefined && 'x-comma-list' in schema

/** Comma-separated ids; unknown ids match nothing. Their number is checked where they are read. */
export const idList = (description: string) =>
  commaList(MAX_LISTED_IDS * 101, {
    description: `${description}: comma-separated ids, at most ${MAX_LISTED_IDS}; unknown ids match nothing.`,
    example: UUID_EXAMPLE,
  })
