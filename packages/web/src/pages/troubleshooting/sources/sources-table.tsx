import { Table, Text } from '@mantine/core'
import { type Source, WORKPLACE_ADMINISTRATORS } from '@rollcall/contract'
import { hasRole, useSession } from '../../../api/session.ts'
import type { Column } from '../../../components/chart/columns.ts'
import { SortHeader, useSort } from '../../../components/chart/sort.tsx'
import { countOf, showNumber } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import { Signal } from '../../../components/signal.tsx'
import { durationText, exactMomentText, readerZone } from '../../../time/zoned-time.ts'
import { findProblems, lateBy, refusedShare } from '../../../workplace/source-health.ts'

const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

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

const COLUMNS: readonly Column<Row>[] = [
  { name: 'Source', value: ({ source }) => source.sourceId },
  { name: 'Status', value: ({ problems }) => RANK[problems[0]?.tone ?? 'good'] },
  { name: 'Last sent', value: ({ source }) => source.lastReceivedAt },
  { name: 'Lag', value: ({ source }) => source.clockSkewMs },
  { name: 'Accepted', value: ({ source }) => source.accepted },
  { name: 'Repeated', value: ({ source }) => source.repeated },
  { name: 'Refused', value: ({ source }) => source.userNotFound + source.locationNotFound + source.refused },
]

/** Sources with their health; those that need attention come first. */
export const SourcesTable = ({ sources, now }: Props) => {
  const rows = sources
    .map((source) => ({ source, problems: findProblems(source, now) }))
    .toSorted((a, b) => RANK[a.problems[0]?.tone ?? 'good'] - RANK[b.problems[0]?.tone ?? 'good'])
  const { order, sorted, sortBy } = useSort(COLUMNS, rows)
  const header = (name: string, more: { readonly w?: number; readonly ta?: 'end' } = {}) => (
    <SortHeader name={name} order={order} onSort={sortBy} {...more} />
  )
  const isKeeper = hasRole(useSession(), WORKPLACE_ADMINISTRATORS)
  return (
    <Table.ScrollContainer minWidth={980} type="native" tabIndex={0} role="region" aria-label="Sources">
      <Table verticalSpacing={8} fz="sm" aria-label="Sources" style={{ fontVariantNumeric: 'tabular-nums' }}>
        <Table.Thead>
          <Table.Tr>
            {header('Source')}
            {header('Status', { w: 150 })}
            {header('Last sent')}
            {header('Lag', { ta: 'end' })}
            {header('Accepted', { ta: 'end' })}
            {header('Repeated', { ta: 'end' })}
            {header('Refused', { ta: 'end' })}
            <Table.Th w="28%">What to do</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sorted.map(({ source, problems }) => {
            const refused = source.userNotFound + source.locationNotFound + source.refused
            return (
              <Table.Tr key={source.sourceId} style={{ verticalAlign: 'top' }}>
                <Table.Th scope="row" fw={500} style={{ overflowWrap: 'anywhere' }}>
                  {source.sourceId}
                </Table.Th>
                <Table.Td>
                  {problems.length === 0 ? (
                    <Signal tone="good">Healthy</Signal>
                  ) : (
                    problems.map(({ name, tone }) => (
                      <div key={name}>
                        <Signal tone={tone}>{name}</Signal>
                      </div>
                    ))
                  )}
                </Table.Td>
                <Table.Td>
                  {source.lastReceivedAt ? (
                    <>
                      {durationText(now - Date.parse(source.lastReceivedAt))} ago
                      <Text size="xs" c="dimmed">
                        {exactMomentText(source.lastReceivedAt, readerZone())}
                      </Text>
                    </>
                  ) : (
                    '–'
                  )}
                </Table.Td>
                <Table.Td ta="end">{lagText(source, now)}</Table.Td>
                <Table.Td ta="end">{showNumber(source.accepted)}</Table.Td>
                <Table.Td ta="end">{showNumber(source.repeated)}</Table.Td>
                <Table.Td ta="end">
                  {showNumber(refused)}
                  {refused > 0 ? (
                    <Text size="xs" c="dimmed" component="div">
                      {PERCENT.format(refusedShare(source))}:{' '}
                      {[
                        [source.userNotFound, 'unknown person'],
                        [source.locationNotFound, 'unknown place'],
                        [source.refused, 'other reason'],
                      ]
                        .filter(([count]) => count !== 0)
                        .map(([count, why]) => countOf(count as number, why as string))
                        .join(', ')}
                    </Text>
                  ) : null}
                </Table.Td>
                <Table.Td>
                  {problems.map(({ name, help }) => (
                    <Text key={name} size="sm">
                      {help}
                    </Text>
                  ))}
                  {refused > 0 && isKeeper ? (
                    <TextLink to="/quarantine" search={{ source: source.sourceId }} underline="always" size="sm">
                      Refused events of {source.sourceId}
                    </TextLink>
                  ) : null}
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** The age of the newest event of the last live call. A source that has sent only old events is sending its history. */
const lagText = (source: Source, now: number): string => {
  const { clockSkewMs, lastEventAt } = source
  const late = lateBy(source, now)
  if (late !== undefined) return durationText(late)
  if (clockSkewMs === null) return lastEventAt ? 'history' : '–'
  return clockSkewMs > 0 ? `${durationText(clockSkewMs)} ahead` : durationText(-clockSkewMs)
}
