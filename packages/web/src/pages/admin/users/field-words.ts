import { t } from '@lingui/core/macro'
import { USER_FIELDS } from '@rollcall/contract'

const WORDS: Readonly<Record<string, string>> = {
  email: t`E-mail`,
  firstName: t`First name`,
  lastName: t`Last name`,
}

/** The name of a field of users, in the words of the contract if it has no others. */
export const fieldWord = (name: keyof typeof USER_FIELDS): string => WORDS[name] ?? USER_FIELDS[name].label
