import type { AttendanceFigures } from '@rollcall/contract'
import type { Withheld } from './privacy.ts'
import type { Scope } from './scope.ts'

export interface Shown {
  readonly hidden: boolean
  readonly withheld: AttendanceFigures['withheld']
}

/** Whether figures are withheld, and why, as the API states it. */
export const shownWithheld = (
  { tree, allLocations }: Pick<Scope, 'tree' | 'allLocations'>,
  withheld: Withheld | undefined,
): Shown => {
  if (!withheld) return { hidden: false, withheld: null }
  const { reason } = withheld
  if (reason === 'fewPeople') return { hidden: true, withheld: { reason, name: null } }
  const name =
    reason === 'otherGroup'
      ? tree.byId.get(withheld.id)?.groupName
      : allLocations.find(({ locationId }) => locationId === withheld.id)?.locationName
  return { hidden: true, withheld: { reason, name: name ?? null } }
}
