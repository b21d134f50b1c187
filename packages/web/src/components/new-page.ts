/** What had the focus when a link led to another page; undefined once the heading of the page was shown. */
let left: { readonly focused: Element | null } | undefined

/** Lets the next heading take the focus. */
export const startNewPage = (): void => {
  left = { focused: document.activeElement }
}

/** Whether the focus is on a part of the page, and not on the frame around it. */
export const isFocusInPage = (): boolean => {
  const main = document.getElementById('main')
  const { activeElement } = document
  return activeElement !== main && main?.contains(activeElement) === true
}

/** Whether nothing has the focus: what had it is gone. */
export const isFocusNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body

/**
 * Moves the focus to the heading of a page that a link led to: the keyboard goes on there, and a screen reader reads it.
 * What took the focus in the page, or in a dialog, keeps it.
 */
export const focusNewPage = (heading: HTMLElement | null): void => {
  if (!left) return
  const { focused } = left
  left = undefined
  const { activeElement } = document
  // The dialog of the link itself is closing.
  const isInDialog = activeElement !== focused && activeElement?.closest('[aria-modal=true]')
  if (!isFocusInPage() && !isInDialog) heading?.focus({ preventScroll: true })
}
