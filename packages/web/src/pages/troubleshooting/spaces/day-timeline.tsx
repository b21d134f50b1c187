import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Table, Text } from '@mantine/core'
import type { OccupancyStretch } from '@rollcall/contract'
import { Signal } from '../../../components/signal.tsx'
import { addDays } from '../../../time/days.ts'
import { durationText, instantOf, timeOf } from '../../../time/zoned-time.ts'
import classes from './day-timeline.module.css'

interface Props {
  readonly day: string
  readonly timeZone: string
  readonly stretches: readonly OccupancyStretch[]
}

const TICKS = [0, 3, 6, 9, 12, 15, 18, 21]

/** A day from midnight to midnight as a strip, and its periods as a table. */
export const DayTimeline = ({ day, timeZone, stretches }: Props) => {
  const start = Date.parse(instantOf(day, '00:00', timeZone))
  const length = Date.parse(instantOf(addDays(day, 1), '00:00', timeZone)) - start
  const percent = (instant: string): number => ((Date.parse(instant) - start) / length) * 100
  if (stretches.length === 0) {
    return (
      <Text size="sm" c="dimmed" mih={160}>
        <Trans>Nothing was reported of this day.</Trans>
      </Text>
    )
  }
  return (
    <>
      <div className={classes.strip} aria-hidden="true">
        {stretches.map(({ startsAt, endsAt, occupied }) => (
          <div
            key={startsAt}
            className={classes.stretch}
            data-occupied={occupied}
            style={{ left: `${percent(startsAt)}%`, width: `${Math.max(percent(endsAt) - percent(startsAt), 0.1)}%` }}
          />
        ))}
        {TICKS.map((hour) => {
          const tick = `${String(hour).padStart(2, '0')}:00`
          return (
            <span key={hour} className={classes.tick} style={{ left: `${percent(instantOf(day, tick, timeZone))}%` }}>
              {tick}
            </span>
          )
        })}
      </div>
      <Table.ScrollContainer
        minWidth={520}
        maxHeight={420}
        type="native"
        tabIndex={0}
        role="region"
        aria-label={t`Changes of the day`}
      >
        <Table
          verticalSpacing={5}
          fz="sm"
          stickyHeader
          aria-label={t`Changes of the day`}
          style={{ fontVariantNumeric: 'tabular-nums' }}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th>
                <Trans context="time">From</Trans>
              </Table.Th>
              <Table.Th>
                <Trans context="time">To</Trans>
              </Table.Th>
              <Table.Th>
                <Trans>State</Trans>
              </Table.Th>
              <Table.Th ta="end">
                <Trans context="duration">For</Trans>
              </Table.Th>
              <Table.Th ta="end">
                <Trans>Most people</Trans>
              </Table.Th>
              <Table.Th ta="end">
                <Trans context="sensor">Reports</Trans>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {stretches.map(({ startsAt, endsAt, isOpen, occupied, peak, reports }) => {
              const end = timeOf(endsAt, timeZone)
              return (
                <Table.Tr key={startsAt}>
                  <Table.Td>{timeOf(startsAt, timeZone)}</Table.Td>
                  <Table.Td>{isOpen ? t`${end}, no report since` : end}</Table.Td>
                  <Table.Td>
                    <Signal tone={occupied ? 'good' : 'none'}>{occupied ? t`Occupied` : t`Empty`}</Signal>
                  </Table.Td>
                  <Table.Td ta="end">{durationText(Date.parse(endsAt) - Date.parse(startsAt))}</Table.Td>
                  <Table.Td ta="end">{peak ?? '–'}</Table.Td>
                  <Table.Td ta="end">{reports}</Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  )
}
