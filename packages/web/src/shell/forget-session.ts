import { queryClient } from '../api/query.ts'
import { sessionQuery } from '../api/session.ts'
import { forgetKeptWeek } from '../offline/kept-week.ts'
import { forgetRecent } from './recent.ts'

/** Leaves nothing of a person to the person who signs in next in this tab. */
export const forgetSession = (): void => {
  queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, null)
  forgetRecent()
  void forgetKeptWeek()
}
