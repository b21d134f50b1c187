import type { Page } from 'playwright-core'

/** Waits until nothing of the page's own is on its way, whatever its language. */
export const loaded = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => !document.querySelector('main [role=status][aria-label]'))
}
