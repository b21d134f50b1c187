import Type, { type TProperties, type TSchema } from 'typebox'
import { list, named } from './atoms.ts'

/** Default and maximum number of items on a page. */
export const DEFAULT_PAGE = 100
export const MAX_PAGE = 1000
/**
 * Maximum length of a cursor: that of three names of 200 characters and an id, where each character takes six bytes of JSON. Servers in
 * front accept URLs of 8,000 characters.
 */
export const MAX_CURSOR = 5000

/** Query of a list: its filters and the page. */
export const pageQuery = <P extends TProperties>(filters: P) =>
  Type.Object({
    ...filters,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_PAGE,
        description: `Items on the page; ${DEFAULT_PAGE} when absent.`,
        examples: [DEFAULT_PAGE],
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_CURSOR,
        description: 'nextCursor of the previous page; absent: the first page. Opaque.',
        examples: ['WyJEZXNrIDEiXQ'],
      }),
    ),
  })

/** The property of a page that leads to the next one. */
export const nextCursor = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description: 'Cursor of the next page; null on the last page.',
  examples: ['WyJEZXNrIDEiXQ'],
})

/** The property of a page that has what it lists. */
export const pageItems = <T extends TSchema>(item: T) =>
  list(item, {}, { description: 'The items of this page, in the order of the list.' })

/** One page of a list. Pages are delimited by the values of the last row (keyset paging), so every page costs the same. */
export const pageOf = <T extends TSchema>(title: string, item: T) =>
  named(title, Type.Object({ items: pageItems(item), nextCursor }))
