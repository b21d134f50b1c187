import { t } from '@lingui/core/macro'
import type { MappingEffect } from '@rollcall/contract'
import { showNumber } from '../../../components/format.ts'

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${showNumber(count)} ${count === 1 ? one : many}`]

/** The effect of a changed meaning, as a sentence. */
export const effectText = (effect: MappingEffect): string => {
  const parts = [
    ...counted(effect.groupsCreated, t`group made`, t`groups made`),
    ...counted(effect.membershipsAdded, t`membership began`, t`memberships began`),
    ...counted(effect.membershipsRemoved, t`membership ended`, t`memberships ended`),
    ...counted(effect.usersUpdated, t`user changed`, t`users changed`),
  ]
  return parts.length === 0 ? t`Nothing else is different.` : `${parts.join(', ')}.`
}
