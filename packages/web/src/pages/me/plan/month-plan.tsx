import { plural, t } from '@lingui/core/macro'
import { Group, VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { allPages } from '../../../api/query.ts'
import { QueryState } from '../../../components/states.tsx'
import { fullDay, monthName, shortWeekday, weekdayName, weeksOfMonth } from '../../../time/days.ts'
import { closedWords } from '../../../workplace/calendar.ts'
import type { UserDay } from '../../../workplace/plans.ts'
import { bookedPlace, ORIGINS, PLAN_CODES, PLANS } from '../../../workplace/plans.ts'
import { userDaysQuery } from '../../../workplace/user-days.ts'
import classes from './month-plan.module.css'

/** A month at a glance; each day leads to its week. */
export const MonthPlan = ({ month, today }: { month: string; today: string }) => {
  const weeks = weeksOfMonth(month)
  const all = weeks.flat()
  const range = { startDate: all[0] as string, endDate: all.at(-1) as string }
  const days = useQuery({ ...userDaysQuery(range.startDate, range.endDate), placeholderData: keepPreviousData })
  const events = useQuery(allPages('listEvents', { query: { ...range, mine: 'true' } }))
  const eventsOn = (day: string) =>
    events.data?.items.filter((event) => event.day === day && event.status === 'scheduled').length ?? 0
  return (
    <QueryState query={days} height={weeks.length * 85 + 30}>
      {({ items }) => {
        const byDay = new Map(items.map((day) => [day.day, day]))
        return (
          <>
            <table className={classes.month} aria-label={monthName(month)}>
              <thead>
                <tr>
                  {weeks[0]?.map((day) => (
                    <th key={day} scope="col" abbr={weekdayName(day)}>
                      {shortWeekday(day)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {weeks.map((week) => (
                  <tr key={week[0]}>
                    {week.map((day) => (
                      <td key={day}>
                        <DayCell
                          day={day}
                          shown={byDay.get(day)}
                          events={eventsOn(day)}
                          isToday={day === today}
                          isOther={!day.startsWith(month.slice(0, 7))}
                        />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            <MonthLegend />
          </>
        )
      }}
    </QueryState>
  )
}

const MonthLegend = () => (
  <Group component="ul" gap="md" m={0} mt="xs" p={0} fz="sm" aria-label={t`Legend`} style={{ listStyle: 'none' }}>
    {PLAN_CODES.map((code) => {
      const { label, icon: Icon } = PLANS[code]
      return (
        <Group component="li" key={code} gap={6} wrap="nowrap">
          <Icon size={14} aria-hidden="true" />
          {label}
        </Group>
      )
    })}
  </Group>
)

interface CellProps {
  readonly day: string
  readonly shown: UserDay | undefined
  readonly events: number
  readonly isToday: boolean
  readonly isOther: boolean
}

const DayCell = ({ day, shown, events, isToday, isOther }: CellProps) => {
  const plan = shown?.plan ? PLANS[shown.plan] : undefined
  const isOff = shown?.planOrigin === 'time-off'
  const label = isOff ? t`Time off` : plan?.label
  const eventWords = events === 0 ? '' : plural(events, { one: '# event', other: '# events' })
  const place = shown?.booking ? (shown.booking.placeName ?? shown.booking.zoneName ?? shown.booking.locationName) : undefined
  const special = shown && closedWords({ type: shown.dayType, name: shown.dayName })
  const spoken = [
    fullDay(day),
    special,
    label ?? t`no plan`,
    shown?.planOrigin && !isOff ? ORIGINS[shown.planOrigin] : '',
    bookedPlace(shown?.booking ?? null),
    eventWords,
  ]
  return (
    <Link
      to="/me"
      search={{ day }}
      className={classes.cell}
      data-today={isToday || undefined}
      data-other={isOther || undefined}
      data-past={shown?.isPast || undefined}
      data-special={special ? true : undefined}
    >
      <VisuallyHidden>{spoken.filter(Boolean).join(', ')}</VisuallyHidden>
      <span className={classes.number} aria-hidden="true">
        {Number(day.slice(8))}
      </span>
      {special ? (
        <span className={classes.special} title={special} aria-hidden="true">
          {special}
        </span>
      ) : null}
      {plan ? (
        <span className={classes.plan} aria-hidden="true">
          <plan.icon size={14} aria-hidden="true" />
          <span className={classes.word}>{label}</span>
        </span>
      ) : null}
      {place ? (
        <span className={classes.more} aria-hidden="true">
          {place}
        </span>
      ) : null}
      {eventWords ? (
        <span className={classes.more} aria-hidden="true">
          {eventWords}
        </span>
      ) : null}
    </Link>
  )
}
