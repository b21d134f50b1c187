import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { ErrorState } from '../../../components/states.tsx'
import { dayRange } from '../../../time/days.ts'
import type { Calendar } from '../../../workplace/calendar.ts'
import { Panel } from '../shared/panel.tsx'
import { EntriesTable, removeButton } from './entries-table.tsx'
import type { Open } from './open-dialog.tsx'
import { OUTAGE_STATUS_NAMES } from './outage-words.ts'

interface Props {
  readonly calendar: Calendar
  readonly onOpen: ((open: Open) => void) | undefined
}

/** Outages of presence reporting, entered and suggested. */
export const OutagesPanel = ({ calendar, onOpen }: Props) => (
  <Panel
    title={t`Outages of presence reporting`}
    description={t`On these days, people who planned to come and were not seen are unconfirmed instead of no-shows.`}
    actions={
      onOpen ? (
        <Button size="xs" variant="default" onClick={() => onOpen({ what: 'outage' })}>
          <Trans>Add an outage</Trans>
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
      id="suggested"
      label={t`Suggested outages`}
      heads={{ days: t`Suggested`, why: t`Why` }}
      changeHead={onOpen ? t`Decide` : undefined}
      entries={suggested.map(({ firstDay, lastDay, planned, usual }) => {
        const period = { firstDay, lastDay }
        const why = t`No one was seen, although there were ${plural(planned, { one: '# office plan', other: '# office plans' })}. Usually ${plural(usual, { one: '# person', other: '# people' })} a day.`
        return { key: firstDay, cells: [dayRange(firstDay, lastDay), why], change: onOpen && decideButtons(period, onOpen) }
      })}
    />
  )
}

const decideButtons = (period: { firstDay: string; lastDay: string }, onOpen: (open: Open) => void) => {
  const days = dayRange(period.firstDay, period.lastDay)
  return (
    <Group gap={6} wrap="nowrap">
      <Button size="compact-sm" aria-label={t`Accept the outage of ${days}`} onClick={() => onOpen({ what: 'outage', period })}>
        <Trans>Accept</Trans>
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t`Dismiss the outage of ${days}`}
        onClick={() => onOpen({ what: 'dismiss', period })}
      >
        <Trans>Dismiss</Trans>
      </Button>
    </Group>
  )
}

const Entered = ({ calendar: { outages, year }, onOpen }: Props) => {
  if (outages.length === 0)
    return (
      <Text size="sm">
        <Trans>No outage is entered in {year}.</Trans>
      </Text>
    )
  return (
    <EntriesTable
      id="outages"
      label={t`Outages of ${year}`}
      heads={{ days: t`Days`, what: t`What happened`, status: t`Status` }}
      changeHead={onOpen ? t({ message: 'Change', context: 'verb' }) : undefined}
      entries={outages.map(({ outageId, firstDay, lastDay, reason, status }) => {
        const days = dayRange(firstDay, lastDay)
        const open = () => onOpen?.({ what: 'remove-outage', id: outageId, period: { firstDay, lastDay } })
        const words = OUTAGE_STATUS_NAMES[status]
        return {
          key: outageId,
          cells: [days, reason ?? '–', words],
          change: removeButton(t`Remove the outage of ${days}`, open),
        }
      })}
    />
  )
}
