import { Box } from '@mantine/core'
import { type ChartLook, stepOf } from '../../../components/chart/chart-look.ts'
import { showFigure, showWhole } from '../figures/show.ts'
import type { AheadDay } from './ahead-days.ts'

interface Props {
  readonly look: ChartLook
  readonly capacity: number
  readonly day: AheadDay | undefined
}

/** What is booked on a day, on a ground that is the darker the fuller the building is. */
export const ShareCell = ({ look, capacity, day }: Props) => {
  if (!day) return '–'
  const share = capacity > 0 ? day.booked / capacity : null
  const step = stepOf(look, share ?? 0)
  return (
    <Box px={6} py={2} bg={step.color} c={step.text} style={{ borderRadius: 4 }} ta="right">
      {showWhole(day.booked)}
      <Box fz={11}>{showFigure(share, 'share')}</Box>
    </Box>
  )
}
