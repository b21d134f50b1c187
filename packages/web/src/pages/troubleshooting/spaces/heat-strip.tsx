import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Table, UnstyledButton } from '@mantine/core'
import type { OccupancyHour } from '@rollcall/contract'
import { stepOf, useChartLook } from '../../../components/chart/chart-look.ts'
import { showPercent } from '../../../components/format.ts'
import { addDays, shortDay } from '../../../time/days.ts'
import { hourText } from '../../../time/zoned-time.ts'
import classes from './heat-strip.module.css'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

interface Props {
  readonly hours: readonly OccupancyHour[]
  readonly from: string
  readonly to: string
  /** The day that is shown below. */
  readonly day: string
  readonly onDay: (day: string) => void
}

/** Days as rows and hours as columns. Each cell shows the occupied share of the hour as a number and a color. */
export const HeatStrip = ({ hours, from, to, day: chosen, onDay }: Props) => {
  const look = useChartLook()
  const known = new Map(hours.map((each) => [`${each.day} ${each.hour}`, each]))
  const days: string[] = []
  for (let day = to; day >= from; day = addDays(day, -1)) days.push(day)
  return (
    <Table.ScrollContainer
      minWidth={860}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={t`Occupied share of each hour, in percent`}
    >
      <table className={classes.strip} aria-label={t`Occupied share of each hour, in percent`}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Day</Trans>
            </th>
            {HOURS.map((hour) => (
              <th key={hour} scope="col">
                {hourText(hour).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => {
            const date = shortDay(day)
            return (
              <tr key={day} data-chosen={day === chosen}>
                <th scope="row">
                  <UnstyledButton
                    className={classes.day}
                    aria-pressed={day === chosen}
                    aria-label={t`Show ${date}`}
                    onClick={() => onDay(day)}
                  >
                    {date}
                  </UnstyledButton>
                </th>
                {HOURS.map((hour) => {
                  const cell = known.get(`${day} ${hour}`)
                  if (!cell) return <td key={hour} />
                  const share = cell.reportedMinutes > 0 ? cell.occupiedMinutes / cell.reportedMinutes : 0
                  const { color, text } = stepOf(look, share)
                  return (
                    <td key={hour} style={{ background: color, color: text }} title={cellTitle(day, cell, share)}>
                      {Math.round(share * 100)}
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
    </Table.ScrollContainer>
  )
}

const cellTitle = (day: string, { hour, peak, reportedMinutes }: OccupancyHour, share: number): string => {
  const cell = `${shortDay(day)}, ${hourText(hour)}: ${showPercent(share)}`
  const minutes = Math.round(reportedMinutes)
  if (minutes >= 60) {
    return peak === null ? cell : t`${cell}, at most ${plural(peak, { one: '# person', other: '# people' })}`
  }
  return peak === null
    ? t`${cell}, of ${minutes} known minutes`
    : t`${cell}, at most ${plural(peak, { one: '# person', other: '# people' })}, of ${minutes} known minutes`
}
