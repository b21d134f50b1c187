import { type FocusEvent, useEffect, useRef } from 'react'

/**
 * Keeps the keyboard where it was used. Without it, a page has no focus after an action that removes or disables its own button, and a
 * screen reader begins at the top again. A removed button gives the focus to the target, an enabled one gets it back.
 */
export const useKeptFocus = <Target extends HTMLElement>() => {
  const target = useRef<Target>(null)
  const focused = useRef<HTMLElement>(undefined)
  useEffect(() => {
    const { current: last } = focused
    if (!last || document.activeElement !== document.body) return
    if (!last.isConnected) target.current?.focus({ preventScroll: true })
    else if (!last.matches(':disabled')) last.focus({ preventScroll: true })
  })
  return {
    /** For the element around the buttons and the target. */
    area: {
      onFocus: (event: FocusEvent<HTMLElement>) => {
        focused.current = event.target
      },
      // React does not report that an element is removed, so the user has left this one, unless it was disabled.
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (!event.target.matches(':disabled')) focused.current = undefined
      },
    },
    target: { ref: target, tabIndex: -1 },
  }
}
