import { dayOf, idOf, present } from '../../../shell/search.ts'

/** Validates the search parameters of the page: the space and its days. */
export const validateSpaceView = (search: Record<string, unknown>) =>
  present({
    location: idOf(search.location),
    level: idOf(search.level),
    space: idOf(search.space),
    /** The last day of the shown weeks. */
    to: dayOf(search.to),
    /** The day that is shown by minutes. */
    day: dayOf(search.day),
  })
export type SpaceView = ReturnType<typeof validateSpaceView>
