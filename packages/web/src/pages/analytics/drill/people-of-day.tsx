import type { DayOutcome } from '@rollcall/contract'
import { showDay } from '../figures/show.ts'
import { DrillLink, PEOPLE_HINT, useDrill } from './drill.tsx'
import { peopleOfDay } from './targets.ts'

/** Lets a click on a day of a chart lead to the people in the scope of the page whom the chart counts. */
export const usePeopleOfDays = (days: readonly string[], outcome: DayOutcome) =>
  useDrill({ targets: days.map((day) => peopleOfDay(day, outcome)), hint: PEOPLE_HINT })

interface Props {
  readonly day: string
  readonly outcome: DayOutcome
}

/** A day that leads to the people whom the chart counts, where the reader may see them. */
export const PeopleOfDay = ({ day, outcome }: Props) => <DrillLink target={peopleOfDay(day, outcome)}>{showDay(day)}</DrillLink>
