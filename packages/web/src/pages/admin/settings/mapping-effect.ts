import type { MappingEffect } from '@rollcall/contract'
import { showNumber } from '../../../components/format.ts'

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${showNumber(count)} ${count === 1 ? one : many}`]

/** The effect of a changed meaning, as a sentence. */
export const effectText = (effect: MappingEffect): string => {
  const parts = [
    ...counted(effect.groupsCreated, 'group made', 'groups made'),
    ...counted(effect.membershipsAdded, 'membership began', 'memberships began'),
    ...counted(effect.membershipsRemoved, 'membership ended', 'memberships ended'),
    ...counted(effect.usersUpdated, 'user changed', 'users changed'),
  ]
  return parts.length === 0 ? 'Nothing else is different.' : `${parts.join(', ')}.`
}
