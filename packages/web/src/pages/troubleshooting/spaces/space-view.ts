import { dayOf, idOf, present } from '../../../shell/search.ts'

/** Which space, and which days of it. */
export const validateSpaceView = (search: Record<string, unknown>) =>
  present({
    location: idOf(search.location),
    level: idOf(search.level),
    space: idOf(search.space),
    /** The last day of the weeks that are shown. */
    to: dayOf(search.to),
    /** The day that is shown by minutes. */
    day: dayOf(search.day),
  })
export type SpaceView = ReturnType<typeof validateSpaceView>
