/** Whether a link led to another page whose heading has not been shown yet. */
let isHeadingDue = false

/** Lets the next heading take the focus. */
export const startNewPage = (): void => {
  isHeadingDue = true
}

/** Whether the focus is on a part of the page, and not on the frame around it. */
export const isFocusInPage = (): boolean => {
  const main = document.getElementById('main')
  const { activeElement } = document
  return activeElement !== main && main?.contains(activeElement) === true
}

/**
 * Moves the focus to the heading of a page that a link led to: the keyboard goes on there, and a screen reader reads it.
 * What took the focus in the page, or in a dialog, keeps it.
 */
export const focusNewPage = (heading: HTMLElement | null): void => {
  if (!isHeadingDue) return
  isHeadingDue = false
  if (isFocusInPage() || document.activeElement?.closest('[aria-modal=true]')) return
  heading?.focus({ preventScroll: true })
}
