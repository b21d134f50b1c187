import { plural, t } from '@lingui/core/macro'
import type { MappingEffect } from '@rollcall/contract'
import { LANGUAGE } from '../../../language/language.ts'

const LIST = new Intl.ListFormat(LANGUAGE, { type: 'unit' })

/** The effect of a changed meaning, as a sentence. */
export const effectText = ({ groupsCreated, membershipsAdded, membershipsRemoved, usersUpdated }: MappingEffect): string => {
  const parts = [
    groupsCreated && plural(groupsCreated, { one: '# group made', other: '# groups made' }),
    membershipsAdded && plural(membershipsAdded, { one: '# membership began', other: '# memberships began' }),
    membershipsRemoved && plural(membershipsRemoved, { one: '# membership ended', other: '# memberships ended' }),
    usersUpdated && plural(usersUpdated, { one: '# user changed', other: '# users changed' }),
  ].filter((part) => part !== 0)
  return parts.length === 0 ? t`Nothing else is different.` : `${LIST.format(parts)}.`
}
