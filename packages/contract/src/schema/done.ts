import Type, { type Static } from 'typebox'
import { named, text } from './atoms.ts'

/** The answer where there is nothing else to show. */
export const Done = named(
  'Done',
  Type.Object({ message: text(200, { description: 'For people: what was done.', example: 'Signed out' }) }),
)
export type Done = Static<typeof Done>
