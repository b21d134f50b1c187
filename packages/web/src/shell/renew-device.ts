import { call } from '../api/call.ts'
import { queryClient } from '../api/query.ts'
import { sessionQuery } from '../api/session.ts'
import { forgetDevice, readDevice, toSend } from '../offline/push-device.ts'

/** The session in which this tab last told the service that the person uses this browser. */
const RENEWED = 'rollcall.push-renewed'

/**
 * Tells the service that the person still uses a browser that notifies them, once in each tab and session. A browser of someone else, or
 * that was removed on another device, is notified no more.
 */
export const renewDevice = async (): Promise<void> => {
  const device = await readDevice()
  const session = queryClient.getQueryData(sessionQuery.queryKey)
  if (!device || !session || session.isExpired || sessionStorage.getItem(RENEWED) === session.csrfToken) return
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  const isListed = async () => (await call('listPushDevices')).items.some(({ id }) => id === device.id)
  if (!subscription || device.userId !== session.userId || !(await isListed())) return forgetDevice(registration)
  await call('addPushDevice', { body: toSend(subscription) })
  sessionStorage.setItem(RENEWED, session.csrfToken ?? '')
}
