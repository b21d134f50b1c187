import { type FocusEvent, useEffect, useRef } from 'react'

/**
 * Keeps the focus when an action disables or removes its own button: an enabled one gets it back, a removed one leaves it to the
 * target. Otherwise a screen reader would begin at the top of the page.
 */
export const useKeptFocus = <Target extends HTMLElement>() => {
  const target = useRef<Target>(null)
  const focused = useRef<HTMLElement>(undefined)
  useEffect(() => {
    const { current: last } = focused
    if (!last) return
    const { activeElement, body } = document
    if (activeElement !== body) {
      // A disabled button does not report that the user has left it.
      if (activeElement !== last) focused.current = undefined
      return
    }
    if (!last.isConnected) target.current?.focus({ preventScroll: true })
    else if (!last.matches(':disabled')) last.focus({ preventScroll: true })
  })
  return {
    /** For a button, or the element around several buttons and the target. */
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
