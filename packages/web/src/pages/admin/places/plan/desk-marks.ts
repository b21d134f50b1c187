import { t } from '@lingui/core/macro'
import type { FloorMark } from '../../../../components/floor-map/floor-map.tsx'
import { changesOf, type PlanDesk, type PlanHistory } from './plan-state.ts'

export const isUnplaced = ({ x, y }: PlanDesk): boolean => x === null || y === null
export const PLACED: FloorMark = { color: 'petrol.7', label: t({ message: 'placed', context: 'desk on a plan' }) }
export const UNPLACED: FloorMark = { color: 'gray.4', label: t`not placed yet` }

/** How desks are drawn that differ from the stored plan. */
export const markOfChange = (history: PlanHistory): ((desk: PlanDesk) => FloorMark) => {
  const { desks = [], newDesks = [] } = changesOf(history) ?? {}
  const moved = new Set(desks.map(({ placeId }) => placeId))
  const added = new Set(newDesks.map(({ placeId }) => placeId))
  return (desk) => {
    if (added.has(desk.placeId))
      return { color: 'lime.4', label: t`new, not saved`, symbol: t({ message: 'N', context: 'letter of a new desk' }) }
    if (moved.has(desk.placeId))
      return { color: 'orange.4', label: t`changed, not saved`, symbol: t({ message: 'M', context: 'letter of a moved desk' }) }
    return isUnplaced(desk) ? UNPLACED : PLACED
  }
}
