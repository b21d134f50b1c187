import type { Page } from 'playwright-core'

/** Presses two keys without waiting in between: the app takes the second as a part of the first only for a moment. */
export const pressInTurn = async (page: Page, first: string, second: string): Promise<void> => {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)])
}
