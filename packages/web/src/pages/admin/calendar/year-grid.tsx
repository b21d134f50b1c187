import { t } from '@lingui/core/macro'
import { Group, SimpleGrid, VisuallyHidden } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import {
  addDays,
  addMonths,
  firstOfMonth,
  fullDay,
  monthName,
  shortWeekday,
  weekdayName,
  weeksOfMonth,
} from '../../../time/days.ts'
import { type Calendar, closedWords, dayOf } from '../../../workplace/calendar.ts'
import classes from './year-grid.module.css'

interface Props {
  readonly calendar: Calendar
  /** The chosen day, which alone is reached by Tab; arrow keys lead to the others. */
  readonly day: string
  readonly onDay: (day: string) => void
}

/** Each kind of day has a letter or pattern, so that color is not the only difference. */
const MARKS = {
  holiday: t({ message: 'H', context: 'letter of a holiday' }),
  closed: t({ message: 'C', context: 'letter of a closed day' }),
  weekend: '',
  workday: '',
} as const
const OUTAGE_MARK = t({ message: 'O', context: 'letter of an outage' })

const LEGEND = [
  { type: 'weekend', words: t`weekend` },
  { type: 'holiday', words: t`holiday` },
  { type: 'closed', words: t({ message: 'closed', context: 'day of a building' }) },
  { type: 'outage', words: t`outage` },
] as const

/** A year, month by month. */
export const YearGrid = ({ calendar, day, onDay }: Props) => {
  const { year, locationName } = calendar
  const months = Array.from({ length: 12 }, (_, index) => addMonths(`${year}-01-01`, index))
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const to = STEPS[event.key]?.(day)
    if (!to || Number(to.slice(0, 4)) !== year) return
    event.preventDefault()
    onDay(to)
    event.currentTarget.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus()
  }
  return (
    <section aria-label={t`Year ${year} of ${locationName}`} onKeyDown={move}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 4 }} spacing="lg" style={{ alignItems: 'start' }}>
        {months.map((month) => (
          <Month key={month} month={month} calendar={calendar} chosen={day} onDay={onDay} />
        ))}
      </SimpleGrid>
      <Group component="ul" gap="md" m={0} mt="md" p={0} fz="sm" aria-label={t`Legend`} style={{ listStyle: 'none' }}>
        {LEGEND.map(({ type, words }) => (
          <Group component="li" key={type} gap={6} wrap="nowrap">
            <span className={classes.sample} data-type={type} data-outage={type === 'outage' || undefined} aria-hidden="true">
              {type === 'outage' ? OUTAGE_MARK : MARKS[type]}
            </span>
            {words}
          </Group>
        ))}
      </Group>
    </section>
  )
}

const STEPS: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
  Home: (day) => firstOfMonth(day),
  End: (day) => addDays(addMonths(firstOfMonth(day), 1), -1),
}

interface MonthProps {
  readonly month: string
  readonly calendar: Calendar
  readonly chosen: string
  readonly onDay: (day: string) => void
}

const Month = ({ month, calendar, chosen, onDay }: MonthProps) => {
  const weeks = weeksOfMonth(month)
  return (
    <table className={classes.month}>
      <caption>{monthName(month).split(' ')[0]}</caption>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" abbr={weekdayName(day)}>
              {shortWeekday(day).slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day}>
                {day.startsWith(month.slice(0, 7)) ? (
                  <Day day={day} calendar={calendar} isChosen={day === chosen} onDay={onDay} />
                ) : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface DayProps {
  readonly day: string
  readonly calendar: Calendar
  readonly isChosen: boolean
  readonly onDay: (day: string) => void
}

const Day = ({ day, calendar, isChosen, onDay }: DayProps) => {
  const { type, name, isOutage } = dayOf(calendar, day)
  const words = closedWords({ type, name }) ?? (type === 'weekend' ? t`weekend` : '')
  const spoken = [fullDay(day), words, isOutage ? t`outage` : '', day === calendar.today ? t`today` : '']
  return (
    <button
      type="button"
      className={classes.day}
      data-day={day}
      data-type={type}
      data-outage={isOutage || undefined}
      data-today={day === calendar.today || undefined}
      aria-pressed={isChosen}
      tabIndex={isChosen ? 0 : -1}
      title={words && type !== 'weekend' ? words : undefined}
      onClick={() => onDay(day)}
    >
      <VisuallyHidden>{spoken.filter(Boolean).join(', ')}</VisuallyHidden>
      <span aria-hidden="true">{Number(day.slice(8))}</span>
      <span className={classes.mark} aria-hidden="true">
        {`${MARKS[type]}${isOutage ? OUTAGE_MARK : ''}`}
      </span>
    </button>
  )
}
