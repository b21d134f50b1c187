import { t } from '@lingui/core/macro'

const ATTRIBUTES: Readonly<Record<string, string>> = {
  costCenter: t`Cost center`,
  costCentre: t`Cost center`,
  department: t`Department`,
  division: t`Division`,
  employeeNumber: t`Employee number`,
  jobTitle: t`Job title`,
  manager: t`Manager`,
}

/** The name of an attribute that HR systems usually send; others have the name that was sent. */
export const attributeName = (name: string): string => (Object.hasOwn(ATTRIBUTES, name) && ATTRIBUTES[name]) || name

/** The name of an attribute as people write it: `badgeColor` is `Badge color`, unless it has words of its own. */
export const attributeWord = (name: string): string => {
  const known = attributeName(name)
  if (known !== name) return known
  const words = name.replaceAll(/(?<=[a-z])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
