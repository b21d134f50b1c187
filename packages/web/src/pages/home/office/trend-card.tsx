import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { AttendanceFigures } from '@rollcall/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/query.ts'
import { showNumber } from '../../../components/format.ts'
import { AnchorLink, TextLink } from '../../../components/links.tsx'
import { addDays, dayRange, mondayOf } from '../../../time/days.ts'
import { useToday } from '../../../workplace/me.tsx'
import { Card } from '../shared/card.tsx'
import classes from './trend-card.module.css'
import { weeksOf } from './trend-weeks.ts'

export const TREND_WEEKS = 6

/** The mean number of people on the workdays of each of the last weeks. */
export const TrendCard = () => (
  <Card
    title={t`The last weeks`}
    more={
      <AnchorLink to="/analytics/attendance" size="sm">
        <Trans>Attendance</Trans>
      </AnchorLink>
    }
    height={280}
  >
    <Trend />
  </Card>
)

/** The last weeks before this day, and what is published of the current one. */
export const trendQuery = (today: string) =>
  apiQuery('getAttendanceFigures', {
    query: { from: addDays(mondayOf(today), -7 * (TREND_WEEKS - 1)), to: addDays(today, -1) },
  })

/** Whether there are figures, but of too few people to be shown. */
export const isWithheld = ({ hidden, publishedThrough }: AttendanceFigures): boolean =>
  hidden && publishedThrough.some(({ publishedDays }) => publishedDays > 0)

const Trend = () => {
  const today = useToday()
  const { data } = useSuspenseQuery(trendQuery(today))
  const weeks = weeksOf(data.days)
  if (isWithheld(data)) {
    return (
      <Text size="sm" c="dimmed">
        <Trans>Too few people had a plan or came in these weeks, so their figures are not shown.</Trans>
      </Text>
    )
  }
  if (weeks.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        <Trans>
          No day is published yet. Days are published in the night after they are over, or when you{' '}
          <TextLink underline="always" to="/data/refresh-runs">
            refresh now
          </TextLink>
          .
        </Trans>
      </Text>
    )
  }
  const most = Math.max(1, ...weeks.map(({ seen, planned }) => Math.max(seen ?? 0, planned)))
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        <Trans>People a workday who came, and who were expected, where presence is reported.</Trans>
      </Text>
      <table className={classes.trend}>
        <thead className={classes.hidden}>
          <tr>
            <th scope="col">
              <Trans>Week</Trans>
            </th>
            <th scope="col">
              <Trans>People a day</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ monday, workdays, seen, planned }) => {
            const [count, expected] = [showNumber(Math.round(seen ?? 0)), showNumber(Math.round(planned))]
            return (
              <tr key={monday}>
                <th scope="row">{dayRange(monday, addDays(monday, 6))}</th>
                <td>
                  <Bar seen={seen ?? 0} planned={planned} most={most} />
                  <Text size="sm">
                    {seen === null ? (
                      <Trans>Not measured, {expected} expected</Trans>
                    ) : (
                      <Trans>
                        <Text span inherit fw={600}>
                          {count}
                        </Text>{' '}
                        came, {expected} expected
                      </Trans>
                    )}
                  </Text>
                  {workdays < 5 ? (
                    <Text size="xs" c="dimmed">
                      <Trans>{workdays} of 5 workdays</Trans>
                    </Text>
                  ) : null}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}

/** The track is as long as the people who were expected, so that the bar fills as much of it as the words say. */
const Bar = ({ seen, planned, most }: { seen: number; planned: number; most: number }) => (
  <div className={classes.bars} aria-hidden="true">
    <div className={classes.track} style={{ width: `${(planned / most) * 100}%` }} />
    <div className={classes.bar} style={{ width: `${(seen / most) * 100}%` }} />
  </div>
)
