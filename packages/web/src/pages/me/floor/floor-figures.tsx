import { t } from '@lingui/core/macro'
import { Paper, SimpleGrid, Text } from '@mantine/core'
import { showNumber } from '../../../components/format.ts'
import type { Floor } from './apply-news.ts'

/** Four figures of the building. */
export const FloorFigures = ({ floor }: { floor: Floor }) => {
  const { presentCount, hiddenCount, bookedCount, zones, spaces } = floor
  const seats = zones.reduce((sum, zone) => sum + zone.seats, 0)
  const occupied = floor.desks.filter(({ isOccupied }) => isOccupied).length
  const sensors = floor.desks.filter(({ isOccupied }) => isOccupied !== null).length
  const rooms = spaces.filter(({ isOccupied }) => isOccupied).length
  const [hidden, allSeats] = [showNumber(hiddenCount), showNumber(seats)]
  const ofSensors = (count: number): string => {
    const reported = showNumber(count)
    return count === 0 ? t`no sensor reported` : t`of ${reported} whose sensor reported`
  }
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      <Figure
        name={t`In the building`}
        value={presentCount}
        note={hiddenCount > 0 ? t`${hidden} of them not shown to you` : t`seen today`}
      />
      <Figure name={t`Booked today`} value={bookedCount} note={t`of ${allSeats} seats`} />
      <Figure name={t`Desks occupied`} value={sensors === 0 ? null : occupied} note={ofSensors(sensors)} />
      <Figure name={t`Rooms occupied`} value={spaces.length === 0 ? null : rooms} note={ofSensors(spaces.length)} />
    </SimpleGrid>
  )
}

const Figure = ({ name, value, note }: { name: string; value: number | null; note: string }) => (
  <Paper withBorder p="sm" role="group" aria-label={name}>
    <Text size="sm" c="dimmed">
      {name}
    </Text>
    <Text fz={28} fw={700} lh={1.2} data-testid="value">
      {value === null ? '–' : showNumber(value)}
    </Text>
    <Text size="xs" c="dimmed">
      {note}
    </Text>
  </Paper>
)
