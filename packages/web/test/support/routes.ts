import type { Page } from 'playwright-core'

const routed = new WeakSet<Page>()

/** Whether requests of the page ever went through routes. */
export const isRouted = (page: Page): boolean => routed.has(page)

/**
 * Keeps the routes of a page on until it is closed: Chromium forgets requests that are sent while the last route is taken away
 * (https://issues.chromium.org/issues/546131822), and whatever waits for them waits for ever.
 */
export const keepRouted = (page: Page): Page => {
  const route = page.route.bind(page)
  page.route = async (...args) => {
    if (!isRouted(page)) {
      routed.add(page)
      await route('**/no-such-request', (each) => each.continue())
    }
    return route(...args)
  }
  return page
}
