import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'

/** The name of the file that is saved when this is clicked. */
export const nameOfFile = async (page: Page, button: Locator): Promise<string> => {
  const started = page.waitForEvent('download')
  await button.click()
  return (await started).suggestedFilename()
}

/** What is saved as a file when this is clicked. */
export const contentOf = async (page: Page, button: Locator): Promise<Buffer> => {
  const started = page.waitForEvent('download')
  await button.click()
  return readFile(await (await started).path())
}
