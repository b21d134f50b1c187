import Type from 'typebox'
import { integer, list, oneOf, optional } from '../schema/atoms.ts'

/** What a desk may have. */
export const AMENITIES = ['standing', 'window', 'accessible', 'quiet', 'docking-station'] as const
export type Amenity = (typeof AMENITIES)[number]

/** Maximum number of screens of a desk. */
export const MAX_SCREENS = 9

const amenity = oneOf(AMENITIES, {
  description: 'Something that the desk has; `standing` means that its height can be adjusted.',
})
const SCREENS = { description: 'How many screens the desk has.', example: 2 }

/** Properties of a desk in answers and in the dataset. */
export const shownAmenities = {
  amenities: list(amenity, {}, { description: 'What the desk has, apart from screens.' }),
  screens: integer({ minimum: 0 }, SCREENS),
}

const given = {
  amenities: list(amenity, { maxItems: AMENITIES.length }, { description: 'Replaces what the desk has, apart from screens.' }),
  screens: integer({ minimum: 0, maximum: MAX_SCREENS }, SCREENS),
}

/** The same of a new desk; nothing when absent. */
export const newAmenities = { amenities: optional(given.amenities), screens: optional(given.screens) }

/** The same in changes and in the import file; what is absent stays. */
export const changedAmenities = { amenities: Type.Optional(given.amenities), screens: Type.Optional(given.screens) }
