import { t } from '@lingui/core/macro'
import { USER_FIELDS } from '@rollcall/contract'

const WORDS: Readonly<Record<string, string>> = {
  email: t`E-mail`,
  firstName: t`First name`,
  lastName: t`Last name`,
}

/** The name of a field of users, in the words of the contract if it has no others. */
export const fieldWord = (name: keyof typeof USER_FIELDS): string => WORDS[name] ?? USER_FIELDS[name].label

const ATTRIBUTES: Readonly<Record<string, string>> = {
  costCenter: t`Cost center`,
  costCentre: t`Cost center`,
  department: t`Department`,
  division: t`Division`,
  employeeNumber: t`Employee number`,
  jobTitle: t`Job title`,
  manager: t`Manager`,
}

/** The name of an attribute as people write it: `badgeColor` is `Badge color`, unless it has words of its own. */
export const attributeWord = (name: string): string => {
  const known = Object.hasOwn(ATTRIBUTES, name) ? ATTRIBUTES[name] : undefined
  if (known) return known
  const words = name.replaceAll(/(?<=[a-z])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
