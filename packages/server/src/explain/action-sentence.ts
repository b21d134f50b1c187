import type { DayExplanation } from '@rollcall/contract'

type Action = Omit<DayExplanation['actions'][number], 'description'>
type State = Record<string, unknown> | null

const NODE_IDS = ['locationId', 'zoneId', 'placeId'] as const
const PLAN_NAMES: Record<string, string> = { o: 'office', r: 'remote', a: 'away' }

/** The nodes whose names the sentences about these actions say. */
export const nodeIdsOf = (actions: readonly Action[]): string[] => [
  ...new Set(
    actions
      .flatMap(({ before, after }) => [before, after])
      .flatMap((state) => NODE_IDS.map((key) => state?.[key]))
      .filter((value) => typeof value === 'string'),
  ),
]

/** What an entry of the log says was done, as one plain sentence without its full stop. */
export const describeAction = ({ action, before, after }: Action, names: ReadonlyMap<string, string>): string => {
  const nameOf = (state: State, key: (typeof NODE_IDS)[number]): string | undefined => names.get(String(state?.[key]))
  const plan = (state: State): string => {
    const location = state?.plan === 'o' ? nameOf(state, 'locationId') : undefined
    return `${PLAN_NAMES[String(state?.plan)] ?? 'nothing'}${location === undefined ? '' : ` in ${location}`}`
  }
  const node = (state: State): string => {
    const [location, zone, place] = NODE_IDS.map((key) => nameOf(state, key) ?? 'an unknown place')
    if (state?.depth === 3) return `desk ${place} in ${zone}, ${location}`
    return state?.depth === 2 ? `a place in ${zone}, ${location}` : `a day in ${location}`
  }
  switch (action) {
    case 'planSet':
      return `Planned ${plan(after)}`
    case 'planChanged':
      return `Changed the plan from ${plan(before)} to ${plan(after)}`
    case 'planRemoved':
      return `Removed the plan ${plan(before)}`
    case 'booked':
      return `Booked ${node(after)}`
    case 'moved':
      return `Moved the booking from ${node(before)} to ${node(after)}`
    case 'cancelled':
      return `Cancelled the booking of ${node(before)}`
    case 'weekPlanChanged':
      return 'Changed the week plan'
  }
}
