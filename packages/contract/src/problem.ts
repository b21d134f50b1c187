import Type, { type Static } from 'typebox'
import { ERRORS } from './errors.ts'
import { integer, list, named, text } from './schema/atoms.ts'

/** RFC 9457 problem details with our stable `code`; `errors` only for schema violations, at most 50. */
export const Problem = named(
  'Problem',
  Type.Object({
    type: text(200, { description: 'Path into the documentation of this error.', example: '/docs/errors#invalid_body' }),
    title: text(200, { description: 'What is wrong, in a few words.', example: ERRORS.invalid_body.title }),
    status: integer({ minimum: 400, maximum: 599 }, { description: 'The HTTP status.', example: 400 }),
    detail: text(2000, { description: 'What to do next.', example: ERRORS.invalid_body.detail }),
    instance: text(200, { description: 'The request id, which the log also contains.', example: 'req-1f' }),
    code: text(60, { description: 'Stable name of the error.', example: 'invalid_body' }),
    errors: Type.Optional(
      list(
        Type.Object({
          pointer: Type.String({
            maxLength: 500,
            description: 'RFC 6901 pointer to the field; empty for the whole body.',
            examples: ['/presenceEvents/0/timestamp'],
          }),
          message: text(500, { description: 'What is wrong with the field.', example: 'must be a date-time with a zone' }),
          code: text(60, { description: 'The rule that was violated.', example: 'pattern' }),
        }),
        { maxItems: 50 },
        { description: 'The first 50 fields that violate the schema.' },
      ),
    ),
  }),
)
export type Problem = Static<typeof Problem>
