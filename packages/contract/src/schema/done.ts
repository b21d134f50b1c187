import Type, { type Static } from 'typebox'
import { named, text } from './atoms.ts'

/** The response of an operation that returns nothing else. */
export const Done = named(
  'Done',
  Type.Object({ message: text(200, { description: 'What was done, in words.', example: 'Signed out' }) }),
)
export type Done = Static<typeof Done>
