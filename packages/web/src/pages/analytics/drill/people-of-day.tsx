import { showDay } from '../figures/show.ts'
import { DrillLink, PEOPLE_HINT, useDrill } from './drill.tsx'
import { peopleOfDay } from './targets.ts'

/** Lets a click on a day of a chart lead to its people in the scope of the page. */
export const usePeopleOfDays = (days: readonly string[]) => useDrill({ targets: days.map(peopleOfDay), hint: PEOPLE_HINT })

/** A day that leads to its people, where the reader may see them. */
export const PeopleOfDay = ({ day }: { day: string }) => <DrillLink target={peopleOfDay(day)}>{showDay(day)}</DrillLink>
