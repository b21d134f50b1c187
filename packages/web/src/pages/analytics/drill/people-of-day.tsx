import type { PeopleOutcome } from '@rollcall/contract'
import { showDay } from '../figures/show.ts'
import { DrillLink, PEOPLE_HINT, useDrill } from './drill.tsx'
import { peopleOfDay } from './targets.ts'

/**
 * Lets a click on a day of a chart lead to the people in the scope of the page whom the chart counts, and a click on a series to
 * those whom that counts, if these are given in the order of the series.
 */
export const usePeopleOfDays = (days: readonly string[], outcome: PeopleOutcome, ofSeries: readonly PeopleOutcome[] = []) =>
  useDrill({
    targets: days.map((day) => peopleOfDay(day, outcome)),
    targetOfSeries: (index, series) => {
      const [day, shown] = [days[index], ofSeries[series]]
      return day && shown ? peopleOfDay(day, shown) : undefined
    },
    hint: PEOPLE_HINT,
  })

interface Props {
  readonly day: string
  readonly outcome: PeopleOutcome
}

/** A day that leads to the people whom the chart counts, where the reader may see them. */
export const PeopleOfDay = ({ day, outcome }: Props) => <DrillLink target={peopleOfDay(day, outcome)}>{showDay(day)}</DrillLink>

interface CountProps extends Props {
  /** What is counted. */
  readonly name: string
  readonly count: string
}

/** A number of people on a day that leads to them. */
export const CountOfDay = ({ day, outcome, name, count }: CountProps) => (
  <DrillLink target={peopleOfDay(day, outcome)} label={`${name}: ${count}`}>
    {count}
  </DrillLink>
)
