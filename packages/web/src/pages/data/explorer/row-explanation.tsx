import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, List, Stack, Text } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { apiQuery } from '../../../api/query.ts'
import { TextLink } from '../../../components/links.tsx'
import { QueryState } from '../../../components/states.tsx'
import { timeOf } from '../../../time/zoned-time.ts'
import type { Dataset } from './datasets.ts'
import { headcountWords, occupancyWords, visitsWords, visitWords } from './figure-words.ts'

type Row = Readonly<Record<string, unknown>>

const text = (row: Row, name: string): string => String(row[name] ?? '')

/** From the figures of a row to the events that they were counted from; nothing for rows that are such events themselves. */
export const RowExplanation = ({ dataset, row }: { dataset: Dataset; row: Row }) => {
  const [isAsked, setIsAsked] = useState(false)
  const day = text(row, 'day').slice(0, 10)
  if (dataset.name === 'user-booking-attendance')
    return <DayLink userId={text(row, 'userId')} day={day} label={t`How this came about`} />
  const Explanation = EXPLANATIONS[dataset.name]
  if (!Explanation) return null
  if (isAsked) return <Explanation row={row} day={day} locationId={text(row, 'locationId')} />
  return (
    <Button size="xs" variant="default" onClick={() => setIsAsked(true)}>
      <Trans>How this came about</Trans>
    </Button>
  )
}

const DayLink = ({ userId, day, label }: { userId: string; day: string; label: string }) => (
  <TextLink to="/people/$userId" params={{ userId }} search={{ tab: 'explain', day }} underline="always">
    {label}
  </TextLink>
)

interface Asked {
  readonly row: Row
  readonly day: string
  readonly locationId: string
}

const Stay = ({ first, last }: { first: string; last: string }) => t({ message: `${first} to ${last}`, context: 'times' })

const Headcount = ({ row, day, locationId }: Asked) => {
  const query = { locationId, day, hour: Number(row.hour), nodeId: text(row, 'nodeId') }
  return (
    <Explained query={useQuery(apiQuery('explainHeadcount', { query }))} words={headcountWords}>
      {({ stays, timeZone }) =>
        stays.map(({ userId, userName, firstSeenAt, firstSourceId, lastSeenAt, lastSourceId }) => (
          <List.Item key={userId}>
            <DayLink userId={userId} day={day} label={userName} />
            {': '}
            <Stay
              first={`${timeOf(firstSeenAt, timeZone)} (${firstSourceId})`}
              last={`${timeOf(lastSeenAt, timeZone)} (${lastSourceId})`}
            />
          </List.Item>
        ))
      }
    </Explained>
  )
}

const Occupancy = ({ row, day, locationId }: Asked) => {
  const query = { locationId, day, hour: Number(row.hour), nodeId: text(row, 'nodeId') }
  return (
    <Explained query={useQuery(apiQuery('explainOccupancy', { query }))} words={occupancyWords}>
      {({ reports, timeZone }) =>
        reports.map(({ eventId, sourceId, timestamp, occupied, occupancy, occupiedMinutes }) => (
          <List.Item key={`${sourceId} ${eventId}`}>
            {`${timeOf(timestamp, timeZone)} (${sourceId}): ${occupancy ?? (occupied ? t`occupied` : t`free`)}, `}
            {plural(occupiedMinutes, { one: '# minute', other: '# minutes' })}
          </List.Item>
        ))
      }
    </Explained>
  )
}

const Visits = ({ row, day, locationId }: Asked) => (
  <Explained
    query={useQuery(apiQuery('explainVisits', { query: { locationId, day, visitId: text(row, 'visitId') } }))}
    words={visitsWords}
  >
    {({ visits, timeZone }) => visits.map((visit) => <List.Item key={visit.visitId}>{visitWords(visit, timeZone)}</List.Item>)}
  </Explained>
)

const EXPLANATIONS: Readonly<Record<string, (asked: Asked) => ReactNode>> = {
  headcount: Headcount,
  occupancy: Occupancy,
  visits: Visits,
}

interface Props<T> {
  readonly query: UseQueryResult<T>
  /** Says how each figure came about. */
  readonly words: (explanation: T) => readonly string[]
  /** Lists what the figures are made of. */
  readonly children: (explanation: T) => ReactNode
}

const Explained = <T,>({ query, words, children }: Props<T>) => (
  <QueryState query={query} height={160}>
    {(explanation) => (
      <Stack gap="xs" component="section" aria-label={t`How this came about`}>
        {words(explanation).map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
        <List size="sm">{children(explanation)}</List>
      </Stack>
    )}
  </QueryState>
)
