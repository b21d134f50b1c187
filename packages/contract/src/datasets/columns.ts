import { id, nullable, oneOf, text, timestamp } from '../schema/atoms.ts'

/** Columns shared by several datasets, so that a name means the same everywhere. */
export const STATUSES = ['active', 'inactive'] as const
export const status = oneOf(STATUSES, {
  description: 'Entities are never deleted, because history refers to them; they become inactive.',
})

export const createdAt = timestamp({ description: 'When the row was first recorded.' })
export const updatedAt = timestamp({ description: 'When the row last changed.' })

export const locationId = id({ description: 'The building.' })
export const locationName = text(200, { description: 'Name of the building.', example: 'Berlin Mitte' })
export const levelId = id({ description: 'The level.' })
export const levelName = text(200, { description: 'Name of the level.', example: 'Level 2' })
export const zoneId = id({ description: 'The zone.' })
export const zoneName = text(200, { description: 'Name of the zone.', example: '2 North' })

export const optionalId = (description: string) => nullable(id({ description: `${description}; null if there is none.` }))
export const optionalName = (description: string, example: string, maxLength = 200) =>
  nullable(text(maxLength, { description: `${description}; null if there is none.`, example }))
