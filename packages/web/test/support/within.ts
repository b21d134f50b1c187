import type { Page } from 'playwright-core'

/** A page that shows nothing of the app, to ask the API from. Where the app is loaded, it stays so, for `goTo`. */
export const NOWHERE = '/nowhere'

/**
 * Goes to another page of the app that is shown, as its links do, which costs a third of loading the app again. What the app has read
 * before stays known to it. In between it shows the page of an unknown address, so that nothing of the last page is taken for the next.
 */
export const goWithin = async (page: Page, path: string, notFound?: string): Promise<void> => {
  await leave(page, notFound)
  await enter(page, path, notFound)
}

/** Goes to a page of the app that shows everything as it is now: within the app, where the page shows it. */
export const goTo = async (page: Page, path: string): Promise<void> => {
  if (!isOfApp(path) || !(await mayLeave(page))) {
    await page.goto(path === NOWHERE ? '/favicon.svg' : path)
    return
  }
  await leave(page)
  if (path === NOWHERE) return
  await forget(page)
  await enter(page, path)
}

const unknown = (page: Page, name = 'Page not found') => page.getByRole('heading', { level: 1, name })

const leave = async (page: Page, notFound?: string): Promise<void> => {
  await page.evaluate(PUSH, NOWHERE)
  await unknown(page, notFound).waitFor()
}

const enter = async (page: Page, path: string, notFound?: string): Promise<void> => {
  await page.evaluate(PUSH, path)
  await unknown(page, notFound).waitFor({ state: 'detached' })
}

/** Has the app forget what it has read and said, as a tab does when another one has changed something. */
const forget = async (page: Page): Promise<void> => {
  await page.waitForFunction(CLOSE_NOTICES)
  // The frame asks who is signed in again as soon as the app has heard of the change.
  const heard = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/session')
  await page.evaluate(ANNOUNCE_CHANGE)
  await heard
}

/** Not a file, such as `/favicon.svg`. */
const isOfApp = (path: string): boolean => path.startsWith('/') && !/^[^?]*\.\w+$/.test(path)

/** Whether the page shows the app with nothing that would stay over the next page, be lost or be misread there. */
export const mayLeave = (page: Page): Promise<boolean> => page.evaluate(MAY_LEAVE)

const PUSH = (path: string) => history.pushState(null, '', path)

/** Not where something is open, unsaved or in another language: then the app is loaded again. */
const MAY_LEAVE = () =>
  document.documentElement.lang === 'en' &&
  document.querySelector('#main h1') !== null &&
  document.querySelector('[role=dialog], [role=menu]') === null &&
  window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Until there are none, as those that wait for room follow. */
const CLOSE_NOTICES = () => {
  const buttons = [...document.querySelectorAll<HTMLElement>('.mantine-Notification-closeButton')]
  for (const button of buttons) button.click()
  return buttons.length === 0
}

const ANNOUNCE_CHANGE = () => {
  const tab = new BroadcastChannel('rollcall')
  tab.postMessage('changed')
  tab.close()
}
