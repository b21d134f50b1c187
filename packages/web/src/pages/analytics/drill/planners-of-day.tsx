import { t } from '@lingui/core/macro'
import { ADMINISTRATORS } from '@rollcall/contract'
import { showDay } from '../figures/show.ts'
import { DrillLink, useDrill } from './drill.tsx'
import { plannersOf } from './targets.ts'

/** Everyone who sees figures of coming days sees their colleagues' plans. */
const roles = ADMINISTRATORS

interface Props {
  readonly day: string
  /** The building; any of them if absent. */
  readonly locationId?: string | null
  /** Instead of the day. */
  readonly children?: string
}

/** Lets a click on a coming day lead to who plans to be in the building. */
export const usePlannersOfDays = (days: readonly string[], locationId: string | null = null) =>
  useDrill({
    targets: days.map((day) => plannersOf(day, locationId)),
    hint: t`A click on a day, or its link in the table, leads to who plans to come.`,
    roles,
  })

/** A coming day that leads to who plans to be in the building. */
export const PlannersOfDay = ({ day, locationId = null, children = showDay(day) }: Props) => (
  <DrillLink target={plannersOf(day, locationId)} roles={roles}>
    {children}
  </DrillLink>
)
