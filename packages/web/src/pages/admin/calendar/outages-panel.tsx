import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { countOf } from '../../../components/format.ts'
import { ErrorState } from '../../../components/states.tsx'
import { dayRange } from '../../../time/days.ts'
import type { Calendar } from '../../../workplace/calendar.ts'
import { Panel } from '../shared/panel.tsx'
import { EntriesTable, removeButton } from './entries-table.tsx'
import type { Open } from './open-dialog.tsx'

interface Props {
  readonly calendar: Calendar
  readonly onOpen: ((open: Open) => void) | undefined
}

/** Outages of presence reporting, entered and suggested. */
export const OutagesPanel = ({ calendar, onOpen }: Props) => (
  <Panel
    title="Outages of presence reporting"
    description="On these days, people who planned to come and were not seen are unconfirmed instead of no-shows."
    actions={
      onOpen ? (
        <Button size="xs" variant="default" onClick={() => onOpen({ what: 'outage' })}>
          Add an outage
        </Button>
      ) : null
    }
  >
    <Suggested locationId={calendar.locationId} onOpen={onOpen} />
    <Entered calendar={calendar} onOpen={onOpen} />
  </Panel>
)

const Suggested = ({ locationId, onOpen }: { locationId: string; onOpen: Props['onOpen'] }) => {
  const { data, error } = useQuery(apiQuery('listOutageSuggestions'))
  if (error) return <ErrorState error={error} />
  const suggested = data?.items.filter((each) => each.locationId === locationId) ?? []
  if (suggested.length === 0) return null
  return (
    <EntriesTable
      label="Suggested outages"
      heads={['Suggested', 'Why', ...(onOpen ? ['Decide'] : [])]}
      entries={suggested.map(({ firstDay, lastDay, planned, usual }) => {
        const period = { firstDay, lastDay }
        const why = `No one was seen, although there were ${countOf(planned, 'office plan')}. Usually ${countOf(usual, 'person')} a day.`
        return { key: firstDay, cells: [dayRange(firstDay, lastDay), why, ...(onOpen ? [decideButtons(period, onOpen)] : [])] }
      })}
    />
  )
}

const decideButtons = (period: { firstDay: string; lastDay: string }, onOpen: (open: Open) => void) => {
  const days = dayRange(period.firstDay, period.lastDay)
  return (
    <Group gap={6} wrap="nowrap">
      <Button size="compact-sm" aria-label={`Accept the outage of ${days}`} onClick={() => onOpen({ what: 'outage', period })}>
        Accept
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Dismiss the outage of ${days}`}
        onClick={() => onOpen({ what: 'dismiss', period })}
      >
        Dismiss
      </Button>
    </Group>
  )
}

const Entered = ({ calendar: { outages, year }, onOpen }: Props) => {
  if (outages.length === 0) return <Text size="sm">No outage is entered in {year}.</Text>
  return (
    <EntriesTable
      label={`Outages of ${year}`}
      heads={['Days', 'What happened', 'Status', ...(onOpen ? ['Change'] : [])]}
      entries={outages.map(({ outageId, firstDay, lastDay, reason, status }) => {
        const days = dayRange(firstDay, lastDay)
        const open = () => onOpen?.({ what: 'remove-outage', id: outageId, period: { firstDay, lastDay } })
        const words = status === 'accepted' ? 'Outage' : 'Dismissed: no outage'
        return {
          key: outageId,
          cells: [days, reason ?? '–', words, ...(onOpen ? [removeButton(`the outage of ${days}`, open)] : [])],
        }
      })}
    />
  )
}
