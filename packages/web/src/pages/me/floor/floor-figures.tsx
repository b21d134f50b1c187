import { Paper, SimpleGrid, Text } from '@mantine/core'
import { showNumber } from '../../../components/number-format.ts'
import type { Floor } from './apply-news.ts'

/** The building in four numbers. */
export const FloorFigures = ({ floor }: { floor: Floor }) => {
  const { presentCount, hiddenCount, bookedCount, zones, spaces } = floor
  const seats = zones.reduce((sum, zone) => sum + zone.seats, 0)
  const occupied = floor.desks.filter(({ isOccupied }) => isOccupied).length
  const sensors = floor.desks.filter(({ isOccupied }) => isOccupied !== null).length
  const rooms = spaces.filter(({ isOccupied }) => isOccupied).length
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      <Figure
        name="In the building"
        value={presentCount}
        note={hiddenCount > 0 ? `${showNumber(hiddenCount)} of them not shown to you` : 'seen today'}
      />
      <Figure name="Booked today" value={bookedCount} note={`of ${showNumber(seats)} seats`} />
      <Figure name="Desks occupied" value={occupied} note={`of ${showNumber(sensors)} whose sensor reported`} />
      <Figure name="Rooms occupied" value={rooms} note={`of ${showNumber(spaces.length)} whose sensor reported`} />
    </SimpleGrid>
  )
}

const Figure = ({ name, value, note }: { name: string; value: number; note: string }) => (
  <Paper withBorder p="sm" role="group" aria-label={name}>
    <Text size="sm" c="dimmed">
      {name}
    </Text>
    <Text fz={28} fw={700} lh={1.2} data-testid="value">
      {showNumber(value)}
    </Text>
    <Text size="xs" c="dimmed">
      {note}
    </Text>
  </Paper>
)
