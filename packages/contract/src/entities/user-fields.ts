import { textField } from './fields.ts'

/** What is known of a user beside the user name, in the order in which the API shows it. */
export const USER_FIELDS = {
  email: textField({
    ...{ label: 'E-mail', description: 'E-mail address', example: 'ada.byron@example.com', maxLength: 320, isEmail: true },
    ...{ isPersonal: true, isImported: true, isPublished: true },
  }),
  firstName: textField({
    ...{ label: 'First name', description: 'First name', example: 'Ada', maxLength: 200 },
    ...{ isPersonal: true, isImported: true, isPublished: true },
  }),
  lastName: textField({
    ...{ label: 'Last name', description: 'Last name', example: 'Byron', maxLength: 200 },
    ...{ isPersonal: true, isImported: true, isPublished: true },
  }),
} as const
