import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Table, Text } from '@mantine/core'
import { IconClock, IconDoorEnter, IconDoorExit, IconX } from '@tabler/icons-react'
import type { Answer } from '../../../api/call.ts'
import { fullDay } from '../../../time/days.ts'
import { timeOf, zoneName } from '../../../time/zoned-time.ts'
import { useBuildings } from '../../../workplace/me.tsx'

export type Visit = Answer<'listVisits'>['items'][number]

const ICONS = {
  expected: IconClock,
  arrived: IconDoorEnter,
  departed: IconDoorExit,
  cancelled: IconX,
} as const

/** The state of a visit and when it came about, or when the visitor is expected. */
const stateWords = ({ status, expectedAt, arrivedAt, departedAt }: Visit, timeZone: string): string => {
  const instant = status === 'departed' ? departedAt : status === 'arrived' ? arrivedAt : expectedAt
  const time = instant && `${timeOf(instant, timeZone)} ${zoneName(timeZone, instant)}`
  if (status === 'cancelled') return t({ message: 'Canceled', context: 'visit' })
  if (status === 'departed') return time ? t`Left at ${time}` : t({ message: 'Left', context: 'visitor' })
  if (status === 'arrived') return time ? t`Arrived at ${time}` : t({ message: 'Arrived', context: 'visitor' })
  return time ? t`Expected at ${time}` : t({ message: 'Expected', context: 'visitor' })
}

interface Props {
  readonly visits: readonly Visit[]
  readonly today: string
  readonly onEdit: (visit: Visit) => void
}

export const VisitTable = ({ visits, today, onEdit }: Props) => (
  <Table.ScrollContainer
    mt="sm"
    minWidth={680}
    scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t`Visitors` } }}
  >
    <Table withTableBorder aria-label={t`Visitors`}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>
            <Trans>Day</Trans>
          </Table.Th>
          <Table.Th>
            <Trans>Visitor</Trans>
          </Table.Th>
          <Table.Th>
            <Trans>Building</Trans>
          </Table.Th>
          <Table.Th>
            <Trans>State</Trans>
          </Table.Th>
          <Table.Th>
            <Trans>Change</Trans>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {visits.map((visit) => (
          <VisitRow
            key={visit.visitId}
            visit={visit}
            canChange={visit.status === 'expected' && visit.day >= today}
            onEdit={onEdit}
          />
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)

const VisitRow = ({ visit, canChange, onEdit }: { visit: Visit; canChange: boolean; onEdit: Props['onEdit'] }) => {
  const timeZone = useBuildings().find(({ locationId }) => locationId === visit.locationId)?.timeZone ?? 'UTC'
  const Icon = ICONS[visit.status]
  const name = visit.visitorName ?? t`A visitor`
  return (
    <Table.Tr>
      <Table.Td>{fullDay(visit.day)}</Table.Td>
      <Table.Td>
        <Text size="sm" fw={600} td={visit.status === 'cancelled' ? 'line-through' : undefined}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {[visit.visitType === 'walkIn' ? t`came unannounced` : visit.visitorType, visit.visitorEmail]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td>{visit.locationName}</Table.Td>
      <Table.Td>
        <Group gap={6} wrap="nowrap">
          <Icon size={16} aria-hidden="true" />
          {stateWords(visit, timeZone)}
        </Group>
      </Table.Td>
      <Table.Td>
        {canChange ? (
          <Button size="compact-sm" variant="default" aria-label={t`Change the visit of ${name}`} onClick={() => onEdit(visit)}>
            <Trans>Change</Trans>
          </Button>
        ) : null}
      </Table.Td>
    </Table.Tr>
  )
}
