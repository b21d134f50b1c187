import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { type Source, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { hasRole, useSession } from '../../../api/session.ts'
import { showNumber } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import { Signal } from '../../../components/signal.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { LANGUAGE } from '../../../language/language.ts'
import { durationText, exactMomentText, readerZone } from '../../../time/zoned-time.ts'
import { findProblems, lateBy, refusedShare } from '../../../workplace/source-health.ts'

export const PERCENT = new Intl.NumberFormat(LANGUAGE, { style: 'percent', maximumFractionDigits: 1 })

const RANK = { bad: 0, warning: 1, none: 2, good: 3 } as const

interface Props {
  readonly sources: readonly Source[]
  /** The time at which the sources were fetched. */
  readonly now: number
}

interface Row {
  readonly source: Source
  readonly problems: ReturnType<typeof findProblems>
}

const rankOf = ({ problems }: Row): number => RANK[problems[0]?.tone ?? 'good']

const refusedOf = ({ userNotFound, locationNotFound, refused }: Source): number => userNotFound + locationNotFound + refused

const columnsOf = (now: number, isKeeper: boolean): readonly ListColumn<Row>[] => [
  { key: 'source', name: t`Source`, value: ({ source }) => source.sourceId },
  {
    key: 'status',
    name: t`Status`,
    value: ({ problems }) => problems.map(({ name }) => name).join(', ') || t`Healthy`,
    align: 'left',
    render: ({ problems }) =>
      problems.length === 0 ? (
        <Signal tone="good">{t`Healthy`}</Signal>
      ) : (
        problems.map(({ name, tone }) => (
          <div key={name}>
            <Signal tone={tone}>{name}</Signal>
          </div>
        ))
      ),
  },
  {
    key: 'sent',
    name: t`Last sent`,
    value: ({ source }) => source.lastReceivedAt,
    render: ({ source }) => <LastSent source={source} now={now} />,
  },
  {
    key: 'lag',
    name: t`Lag`,
    value: ({ source }) => source.clockSkewMs,
    align: 'right',
    show: ({ source }) => lagText(source, now),
  },
  { key: 'accepted', name: t({ message: 'Accepted', context: 'count' }), value: ({ source }) => source.accepted },
  { key: 'repeated', name: t({ message: 'Repeated', context: 'count' }), value: ({ source }) => source.repeated },
  {
    key: 'refused',
    name: t({ message: 'Refused', context: 'count' }),
    value: ({ source }) => refusedOf(source),
    render: ({ source }) => <Refused source={source} />,
  },
  {
    key: 'help',
    name: t`What to do`,
    value: ({ problems }) => problems.map(({ help }) => help).join(' '),
    isSortable: false,
    render: (row) => <WhatToDo {...row} isKeeper={isKeeper} />,
  },
]

/** Sources with their health: those that need attention come first, then those of whose events the largest share was refused. */
export const SourcesTable = ({ sources, now }: Props) => {
  const rows = sources
    .map((source) => ({ source, problems: findProblems(source, now) }))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || refusedShare(b.source) - refusedShare(a.source))
  const isKeeper = hasRole(useSession(), WORKPLACE_ADMINISTRATORS)
  return (
    <FactTable
      id="sources"
      label={t`Sources`}
      columns={columnsOf(now, isKeeper)}
      rows={rows}
      rowKey={({ source }) => source.sourceId}
      minWidth={980}
    />
  )
}

const LastSent = ({ source: { lastReceivedAt }, now }: { source: Source; now: number }) => {
  if (!lastReceivedAt) return '–'
  const duration = durationText(now - Date.parse(lastReceivedAt))
  return (
    <>
      {t`${duration} ago`}
      <Text size="xs" c="dimmed">
        {exactMomentText(lastReceivedAt, readerZone())}
      </Text>
    </>
  )
}

const Refused = ({ source }: { source: Source }) => {
  const { userNotFound: people, locationNotFound: places, refused: others } = source
  const reasons = [
    people && plural(people, { one: '# unknown person', other: '# unknown people' }),
    places && plural(places, { one: '# unknown place', other: '# unknown places' }),
    others && plural(others, { one: '# other reason', other: '# other reasons' }),
  ]
  return (
    <>
      {showNumber(refusedOf(source))}
      {refusedOf(source) > 0 ? (
        <Text size="xs" c="dimmed" component="div">
          {PERCENT.format(refusedShare(source))}: {reasons.filter(Boolean).join(', ')}
        </Text>
      ) : null}
    </>
  )
}

const WhatToDo = ({ source, problems, isKeeper }: Row & { isKeeper: boolean }) => {
  const { sourceId } = source
  return (
    <>
      {problems.map(({ name, help }) => (
        <Text key={name} size="sm">
          {help}
        </Text>
      ))}
      {refusedOf(source) > 0 && isKeeper ? (
        <TextLink to="/quarantine" search={{ source: sourceId }} underline="always" size="sm">
          <Trans>Refused events of {sourceId}</Trans>
        </TextLink>
      ) : null}
    </>
  )
}

/** The age of the newest event of the last live call. A source that has sent only old events is sending its history. */
const lagText = (source: Source, now: number): string => {
  const { clockSkewMs, lastEventAt } = source
  const late = lateBy(source, now)
  if (late !== undefined) return durationText(late)
  if (clockSkewMs === null) return lastEventAt ? t`history` : '–'
  const duration = durationText(Math.abs(clockSkewMs))
  return clockSkewMs > 0 ? t`${duration} ahead` : duration
}
