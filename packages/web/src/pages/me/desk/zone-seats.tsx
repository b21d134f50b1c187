import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Paper, Progress, SimpleGrid, Text } from '@mantine/core'
import type { Answer } from '../../../api/call.ts'
import { showNumber } from '../../../components/format.ts'
import { useKeptFocus } from '../../../components/kept-focus.ts'

type Zone = Answer<'listZones'>['items'][number]

interface Props {
  readonly zones: readonly Zone[]
  /** The zones with free seats; undefined while they load. */
  readonly free: Answer<'listFreeZones'>['items'] | undefined
  readonly mine: string | null
  readonly onBook: ((zone: Zone) => void) | undefined
}

/** The zones where users book a seat instead of a particular desk. */
export const ZoneSeats = ({ zones, free, mine, onBook }: Props) => {
  const kept = useKeptFocus<HTMLDivElement>()
  if (zones.length === 0 || !free) return null
  return (
    <SimpleGrid
      cols={{ base: 1, sm: 2, lg: 3 }}
      spacing="sm"
      component="section"
      aria-label={t`Zones booked by capacity`}
      {...kept.area}
      {...kept.target}
    >
      {zones.map((zone) => {
        const left = free.find(({ zoneId }) => zoneId === zone.zoneId)?.free ?? 0
        const capacity = zone.capacity ?? 0
        const isMine = zone.zoneId === mine
        const isOffered = left > 0 && onBook !== undefined
        const { zoneName } = zone
        const [freeSeats, seats] = [showNumber(left), showNumber(capacity)]
        return (
          <Paper key={zone.zoneId} withBorder p="sm">
            <Group justify="space-between" wrap="nowrap">
              <div>
                <Text fw={600} size="sm">
                  {zoneName}
                </Text>
                <Text size="xs" c="dimmed">
                  {left === 0 ? t`Full` : t`${freeSeats} of ${seats} seats free`}
                </Text>
              </div>
              {isMine ? (
                <Text size="sm" fw={600}>
                  <Trans>Yours</Trans>
                </Text>
              ) : (
                // It is not `disabled`, because that would remove the keyboard focus.
                <Button
                  size="xs"
                  variant="default"
                  aria-disabled={!isOffered}
                  data-disabled={!isOffered || undefined}
                  aria-label={t`Take a seat in ${zoneName}`}
                  onClick={() => (isOffered ? onBook(zone) : undefined)}
                >
                  <Trans>Take a seat</Trans>
                </Button>
              )}
            </Group>
            <Progress
              mt={6}
              size="sm"
              color="petrol"
              value={capacity === 0 ? 100 : ((capacity - left) / capacity) * 100}
              aria-label={t`${zoneName}: seats taken`}
            />
          </Paper>
        )
      })}
    </SimpleGrid>
  )
}
