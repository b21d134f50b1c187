import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { IconClock, IconDoorEnter, IconDoorExit, IconX } from '@tabler/icons-react'
import type { Answer } from '../../../api/call.ts'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
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
  /** Whether the service has more visits. */
  readonly isPart: boolean
  /** Reads all visits, for the file. */
  readonly readAll: () => Promise<readonly Visit[]>
  readonly onEdit: (visit: Visit) => void
}

const nameOf = ({ visitorName }: Visit): string => visitorName ?? t`A visitor`

const Visitor = ({ visit }: { visit: Visit }) => (
  <>
    <Text size="sm" fw={600} td={visit.status === 'cancelled' ? 'line-through' : undefined}>
      {nameOf(visit)}
    </Text>
    <Text size="xs" c="dimmed">
      {[visit.visitType === 'walkIn' ? t`came unannounced` : visit.visitorType, visit.visitorEmail].filter(Boolean).join(' · ')}
    </Text>
  </>
)

const State = ({ visit, words }: { visit: Visit; words: string }) => {
  const Icon = ICONS[visit.status]
  return (
    <Group gap={6} wrap="nowrap">
      <Icon size={16} aria-hidden="true" />
      {words}
    </Group>
  )
}

export const VisitTable = ({ visits, today, isPart, readAll, onEdit }: Props) => {
  const buildings = useBuildings()
  const wordsOf = (visit: Visit) =>
    stateWords(visit, buildings.find(({ locationId }) => locationId === visit.locationId)?.timeZone ?? 'UTC')
  const columns: readonly ListColumn<Visit>[] = [
    { key: 'visitor', name: t`Visitor`, value: nameOf, render: (visit) => <Visitor visit={visit} /> },
    { key: 'day', name: t`Day`, value: ({ day }) => day, show: ({ day }) => fullDay(day) },
    { key: 'locationName', name: t`Building`, isChoice: true, value: ({ locationName }) => locationName },
    { key: 'state', name: t`State`, value: wordsOf, render: (visit) => <State visit={visit} words={wordsOf(visit)} /> },
    {
      key: 'change',
      name: t`Change`,
      value: () => null,
      isAction: true,
      render: (visit) => {
        const name = nameOf(visit)
        if (visit.status !== 'expected' || visit.day < today) return ''
        return (
          <Button size="compact-sm" variant="default" aria-label={t`Change the visit of ${name}`} onClick={() => onEdit(visit)}>
            <Trans>Change</Trans>
          </Button>
        )
      },
    },
  ]
  return (
    <FactTable
      id="visits"
      label={t`Visitors`}
      columns={columns}
      rows={visits}
      isPart={isPart}
      readAll={readAll}
      rowKey={({ visitId }) => visitId}
      minWidth={680}
    />
  )
}
