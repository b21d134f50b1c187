import type { PlaceFigures } from '@rollcall/contract'
import type { ChartLook } from '../../../components/chart/chart-look.ts'
import type { FloorMark } from '../../../components/floor-map/floor-map.tsx'
import { showFigure, showWhole } from '../figures/show.ts'

type Place = PlaceFigures['places'][number]

/** From little to much, each up to a share of the workdays. */
const STEPS = [
  { upTo: 0, legend: '0 %' },
  { upTo: 0.25, legend: '1–25 %' },
  { upTo: 0.5, legend: '26–50 %' },
  { upTo: 0.75, legend: '51–75 %' },
  { upTo: 0.9, legend: '76–90 %' },
  { upTo: Number.POSITIVE_INFINITY, legend: '91–100 %' },
]

/** How a desk is drawn by how much it is used; the digit on it says the step without color. */
export const markOfUse =
  (look: ChartLook) =>
  ({ hidden, utilization, usedDays, workdays, measuredWorkdays }: Place): FloorMark => {
    const color = (index: number) => look.scale[index]?.color ?? look.surface
    if (hidden) return { color: look.line, label: 'withheld: assigned to somebody', symbol: 'assigned', legend: 'Withheld' }
    if (workdays > 0 && measuredWorkdays === 0) {
      return { color: look.line, label: 'not measured: no presence reported', symbol: 'off', legend: 'Not measured' }
    }
    if (utilization === null) return { color: look.line, label: 'no workdays', symbol: 'off', legend: 'No workdays' }
    const step = STEPS.findIndex(({ upTo }) => Math.round(utilization * 1000) / 1000 <= upTo)
    return {
      color: color(step),
      label: `used on ${showWhole(usedDays ?? 0)} of ${showWhole(measuredWorkdays)} workdays, ${showFigure(utilization, 'share')}`,
      symbol: String(step),
      legend: STEPS[step]?.legend ?? '',
    }
  }
