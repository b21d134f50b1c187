import { queryClient } from '../api/query.ts'
import { sessionQuery } from '../api/session.ts'
import { forgetDrafts } from '../components/kept-drafts.ts'
import { forgetKeptWeek } from '../offline/kept-week.ts'
import { forgetDevice, readDevice } from '../offline/push-device.ts'
import { forgetRecent } from './recent.ts'

/** Leaves nothing of a person to the person who signs in next in this tab. */
export const forgetSession = (): void => {
  queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, null)
  forgetRecent()
  forgetDrafts()
  void forgetKeptWeek()
  void forgetOwnDevice()
}

/** A browser that notified the person shows nothing to the next one. */
const forgetOwnDevice = async (): Promise<void> => {
  if (await readDevice()) await forgetDevice(await navigator.serviceWorker.getRegistration())
}
