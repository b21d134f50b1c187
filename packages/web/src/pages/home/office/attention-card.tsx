import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { List, Text } from '@mantine/core'
import { useSuspenseQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { allPages, apiQuery } from '../../../api/query.ts'
import { showNumber } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import { addDays, dayRange, shortDay } from '../../../time/days.ts'
import { useBuildings, useToday } from '../../../workplace/me.tsx'
import { Card } from '../shared/card.tsx'
import { trendQuery } from './trend-card.tsx'

const AHEAD_DAYS = 7
/** A day is nearly full from this share of the seats. */
const NEARLY_FULL = 0.9
/** A share of people who did not come that is worth a look. */
const MANY_NO_SHOWS = 0.15
/** A gathering of fewer people changes nothing about the day of a building. */
const MANY_INVITED = 8
const MAX_LISTED = 6

/** What someone may want to do something about: full days, large gatherings, silent buildings, many no-shows. */
export const AttentionCard = () => (
  <Card title={t`Worth a look`} height={90}>
    <Attention />
  </Card>
)

const Attention = () => {
  const today = useToday()
  const until = addDays(today, AHEAD_DAYS)
  const buildings = useBuildings()
  const [future, outages, events, figures] = useSuspenseQueries({
    queries: [
      apiQuery('getForecastFigures', { query: {} }),
      apiQuery('listOutageSuggestions'),
      allPages('listEvents', { query: { startDate: today, endDate: until } }),
      trendQuery(today),
    ],
  })
  const points: { key: string; text: ReactNode }[] = []
  for (const { locationId, locationName, capacity, days } of future.data.locations) {
    const full = days
      .map(({ day, planned, high, dayType }) => ({ day, dayType, expected: Math.max(planned, high ?? 0) }))
      .filter(
        ({ day, dayType, expected }) => dayType === null && day <= until && capacity > 0 && expected >= capacity * NEARLY_FULL,
      )
      .toSorted((one, other) => other.expected - one.expected)
    const [fullest, ...others] = full
    if (!fullest) continue
    const [building, date] = [locationName ?? t`Without a building`, shortDay(fullest.day)]
    const text = (
      <>
        <Trans>
          <TextLink underline="always" to="/analytics/forecast">
            {building}, {date}
          </TextLink>
          : up to <Plural value={fullest.expected} one="# person" other="# people" /> for{' '}
          <Plural value={capacity} one="# seat" other="# seats" />
        </Trans>
        {others.length > 0 ? plural(others.length, { one: '; # more day nearly full', other: '; # more days nearly full' }) : ''}
      </>
    )
    points.push({ key: `full ${locationId}`, text })
  }
  for (const { locationId, locationName, firstDay, lastDay, usual } of outages.data.items) {
    const dates = dayRange(firstDay, lastDay)
    const text = (
      <Trans>
        <TextLink underline="always" to="/sources">
          {locationName} was silent
        </TextLink>{' '}
        on {dates}, when about <Plural value={usual} one="# person" other="# people" /> usually come
      </Trans>
    )
    points.push({ key: `silent ${locationId} ${firstDay}`, text })
  }
  const { noShowRate } = figures.data.kpis
  if (noShowRate !== null && noShowRate >= MANY_NO_SHOWS) {
    const percent = showNumber(Math.round(noShowRate * 100))
    const text = (
      <Trans>
        <TextLink underline="always" to="/analytics/attendance">
          {percent}% no-shows
        </TextLink>{' '}
        among the people expected in the last weeks
      </Trans>
    )
    points.push({ key: 'no-shows', text })
  }
  for (const { eventId, eventName, day, locationName, status, invitedCount } of events.data.items) {
    if (status !== 'scheduled' || invitedCount === null || invitedCount < MANY_INVITED) continue
    const date = shortDay(day)
    const text = (
      <>
        <TextLink underline="always" to="/me/events">
          {eventName ?? t`A private event`}
        </TextLink>
        {', '}
        {t`${date} in ${locationName}, ${plural(invitedCount, { one: '# person', other: '# people' })} invited`}
      </>
    )
    points.push({ key: eventId, text })
  }
  if (points.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {buildings.length === 0 ? (
          <Trans>
            Once there is a building, this shows what may need a decision: days that are nearly full, buildings that fall silent,
            many no-shows, and large gatherings.
          </Trans>
        ) : (
          <Trans>
            Nothing stands out in the next {AHEAD_DAYS} days: no day is nearly full, no building fell silent, and no large
            gathering is planned.
          </Trans>
        )}
      </Text>
    )
  }
  const more = points.length - MAX_LISTED
  return (
    <List size="sm" spacing={4}>
      {points.slice(0, MAX_LISTED).map(({ key, text }) => (
        <List.Item key={key}>{text}</List.Item>
      ))}
      {more > 0 ? <List.Item>{t`and ${more} more`}</List.Item> : null}
    </List>
  )
}
