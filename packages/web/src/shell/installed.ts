import { notifyNewVersion } from '../components/notices.tsx'
import { startReadingDaysAgain } from './own-days.ts'
import { startKeepingWeek } from './own-week.ts'
import { renewDevice } from './renew-device.ts'

/** How often the app asks at most whether the service has a new version. */
const CHECK_MS = 60_000

let checkedAt = Number.NEGATIVE_INFINITY

/** Whether the service serves another app than this one: files change their names with their content. */
const isOutdated = async (): Promise<boolean> => {
  const own = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  const answer = await fetch('/sign-in', { cache: 'no-store' })
  return own !== null && answer.ok && !(await answer.text()).includes(new URL(own.src).pathname)
}

const checkVersion = async (): Promise<void> => {
  if (document.hidden || performance.now() - checkedAt < CHECK_MS) return
  checkedAt = performance.now()
  // While the service is away, the pages say so.
  if (await isOutdated().catch(() => false)) notifyNewVersion()
}

/** What an app on a device does besides its pages: it has something to show offline, and notices what is new, itself included. */
export const startInstalled = (): void => {
  startKeepingWeek()
  startReadingDaysAgain()
  void renewDevice().catch(() => undefined)
  document.addEventListener('visibilitychange', () => void checkVersion())
  // Without https there is none, and a browser may refuse it; then there is no page offline.
  navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
}
