import type { Page } from 'playwright-core'

/** Signs out by the menu of the user, whose button is the last of the banner and has their name. */
export const signOut = async (page: Page): Promise<void> => {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /\w+ \w+/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}
