import { textField } from './fields.ts'

/** What is known of a building beside its name and settings. */
export const LOCATION_FIELDS = {
  address: textField({
    ...{ label: 'Address', description: 'Postal address', example: 'Invalidenstrasse 1, 10115 Berlin', maxLength: 500 },
    ...{ isPersonal: false, isImported: true, isPublished: true },
  }),
} as const
