import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { allPages } from '../../../api/query.ts'
import { TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState, FilteredState } from '../../../components/states.tsx'
import { addDays } from '../../../time/days.ts'
import { useToday } from '../../../workplace/me.tsx'
import { EventCard, type WorkplaceEvent } from './event-card.tsx'
import { EventModal } from './event-modal.tsx'

const SHOWN = { mine: t`Mine`, all: t`All`, past: t`Mine, past` } as const
const PAST_DAYS = 180

/** The events that the user is invited to or organizes, and those of others. */
export const EventsPage = () => {
  const { show = 'mine' } = useSearch({ from: '/shell/me/events' })
  const navigate = useNavigate({ from: '/me/events' })
  const today = useToday()
  const [edited, setEdited] = useState<WorkplaceEvent | 'new'>()
  const isPast = show === 'past'
  const events = useQuery({
    ...allPages(
      'listEvents',
      {
        query: {
          limit: 200,
          ...(show === 'all' ? {} : { mine: 'true' }),
          ...(isPast ? { startDate: addDays(today, -PAST_DAYS), endDate: addDays(today, -1) } : { startDate: today }),
        },
      },
      isPast ? 5 : 1,
    ),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title={t`Events`}
        description={t`Gatherings at your buildings: what you are invited to and what you organize.`}
        actions={
          <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
            <Trans>New event</Trans>
          </Button>
        }
      />
      <SegmentedControl
        mb="md"
        aria-label={t`Which events`}
        value={show}
        onChange={(next) => void navigate({ search: next === 'mine' ? {} : { show: next as 'all' | 'past' }, replace: true })}
        data={Object.entries(SHOWN).map(([value, label]) => ({ value, label }))}
      />
      <VisuallyHidden component="h2">{SHOWN[show]}</VisuallyHidden>
      <FilteredState query={events} height={320}>
        {({ items, isCut }) =>
          items.length === 0 ? (
            <EmptyState
              picture="calendar"
              title={isPast ? t`There were no events of yours` : t`No events are coming up`}
              height={320}
            >
              {show === 'mine' ? (
                <Trans>
                  Look at{' '}
                  <TextLink underline="always" to="/me/events" search={{ show: 'all' }}>
                    all events
                  </TextLink>
                  , or plan a new one.
                </Trans>
              ) : (
                t`Plan a new one.`
              )}
            </EmptyState>
          ) : (
            <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
              {(isPast ? items.toReversed() : items).map((event) => (
                <EventCard key={event.eventId} event={event} isPast={isPast} onEdit={() => setEdited(event)} />
              ))}
              {isCut ? (
                <Text component="li" size="sm" c="dimmed">
                  <Trans>There are more events than can be shown.</Trans>
                </Text>
              ) : null}
            </Stack>
          )
        }
      </FilteredState>
      <EventModal edited={edited} onClose={() => setEdited(undefined)} />
    </>
  )
}
