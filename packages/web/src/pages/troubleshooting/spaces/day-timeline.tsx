import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { OccupancyStretch } from '@rollcall/contract'
import { Signal } from '../../../components/signal.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { addDays } from '../../../time/days.ts'
import { durationText, hourText, instantOf, timeOf } from '../../../time/zoned-time.ts'
import classes from './day-timeline.module.css'

interface Props {
  readonly day: string
  readonly timeZone: string
  readonly stretches: readonly OccupancyStretch[]
}

const TICKS = [0, 3, 6, 9, 12, 15, 18, 21]

const columnsOf = (timeZone: string): readonly ListColumn<OccupancyStretch>[] => [
  {
    key: 'from',
    name: t({ message: 'From', context: 'time' }),
    value: ({ startsAt }) => startsAt,
    show: ({ startsAt }) => timeOf(startsAt, timeZone),
  },
  {
    key: 'to',
    name: t({ message: 'To', context: 'time' }),
    value: ({ endsAt }) => endsAt,
    show: ({ endsAt, isOpen }) => {
      const end = timeOf(endsAt, timeZone)
      return isOpen ? t`${end}, no report since` : end
    },
  },
  {
    key: 'state',
    name: t`State`,
    isChoice: true,
    code: ({ occupied }) => String(occupied),
    value: ({ occupied }) => (occupied ? t`Occupied` : t`Empty`),
    render: ({ occupied }) => <Signal tone={occupied ? 'good' : 'none'}>{occupied ? t`Occupied` : t`Empty`}</Signal>,
  },
  {
    key: 'for',
    name: t({ message: 'For', context: 'duration' }),
    value: ({ startsAt, endsAt }) => (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000,
    show: ({ startsAt, endsAt }) => durationText(Date.parse(endsAt) - Date.parse(startsAt)),
  },
  { key: 'peak', name: t`Most people`, value: ({ peak }) => peak, align: 'right' },
  { key: 'reports', name: t({ message: 'Reports', context: 'sensor' }), value: ({ reports }) => reports },
]

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
          const tick = hourText(hour)
          return (
            <span key={hour} className={classes.tick} style={{ left: `${percent(instantOf(day, tick, timeZone))}%` }}>
              {tick}
            </span>
          )
        })}
      </div>
      <FactTable
        id="stretches"
        label={t`Changes of the day`}
        columns={columnsOf(timeZone)}
        rows={stretches}
        rowKey={({ startsAt }) => startsAt}
        minWidth={520}
        maxHeight={420}
      />
    </>
  )
}
