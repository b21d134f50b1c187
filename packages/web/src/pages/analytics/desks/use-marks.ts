import { t } from '@lingui/core/macro'
import type { ChartLook } from '../../../components/chart/chart-look.ts'
import type { FloorMark } from '../../../components/floor-map/floor-map.tsx'

/** The steps from low to high use, each up to a share of the workdays. */
const STEPS = [
  { upTo: 0, legend: '0 %' },
  { upTo: 0.25, legend: '1–25 %' },
  { upTo: 0.5, legend: '26–50 %' },
  { upTo: 0.75, legend: '51–75 %' },
  { upTo: 0.9, legend: '76–90 %' },
  { upTo: Number.POSITIVE_INFINITY, legend: '91–100 %' },
]

/** The mark of a desk by the share of days on which it is used. Where there is no room for the share, a digit shows the step. */
export const shareMark = (look: ChartLook, share: number, label: string): FloorMark => {
  const step = STEPS.findIndex(({ upTo }) => Math.round(share * 1000) / 1000 <= upTo)
  return {
    color: look.scale[step]?.color ?? look.surface,
    label,
    symbol: String(step),
    figure: `${Math.round(share * 100)}%`,
    legend: STEPS[step]?.legend ?? '',
  }
}

export const withheldMark = (look: ChartLook, label = t`withheld: assigned to a user`): FloorMark => ({
  color: look.line,
  label,
  symbol: 'assigned',
  legend: t`Withheld`,
})

/** Of a desk where only seats of the zone are booked, and no one was seen. */
export const zoneMark = (look: ChartLook): FloorMark => ({
  color: look.line,
  label: t`not known: seats of its zone are booked, not this desk`,
  symbol: 'off',
  legend: t`Booked by zone`,
})

export const unmeasuredMark = (look: ChartLook): FloorMark => ({
  color: look.line,
  label: t`not measured: no presence reported`,
  symbol: 'off',
  legend: t`Not measured`,
})

export const inUseMark = (look: ChartLook): FloorMark => ({
  color: look.scale.at(-1)?.color ?? look.surface,
  label: t`in use`,
  symbol: 'taken',
  legend: t`Desk in use`,
})

export const notInUseMark = (look: ChartLook): FloorMark => ({
  color: look.scale[0]?.color ?? look.surface,
  label: t`not in use`,
  symbol: 'free',
  legend: t`Not in use`,
})
