import Type from 'typebox'
import { UUID_EXAMPLE } from './atoms.ts'

/**
 * Path parameters. Ids may have any letter case; the handler receives lower case. An invalid id is a 404, because ids are opaque
 * (contract §1).
 */
export const pathId = (description: string) => Type.String({ format: 'uuid', description, examples: [UUID_EXAMPLE] })

export const pathUserId = pathId('The user; `me` is the signed-in user.')
export const pathLocationId = pathId('The building.')

/** A calendar day in a path. */
export const pathDay = Type.String({
  format: 'date',
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  description: 'The local calendar day, YYYY-MM-DD.',
  examples: ['2026-01-05'],
})

export const userParams = Type.Object({ userId: pathUserId })
export const userDayParams = Type.Object({ userId: pathUserId, day: pathDay })
export const locationParams = Type.Object({ locationId: pathLocationId })
