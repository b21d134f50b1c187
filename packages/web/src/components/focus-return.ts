import { isFocusNowhere } from './new-page.ts'

const DIALOG = '[aria-modal=true]'
const FOCUSABLE = ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled)'

type Focusable = HTMLElement | SVGElement

/** What opened a dialog and what is around it, from the inside, each with what was beside it while the dialog opened. */
interface Place {
  readonly at: Element
  readonly beside: readonly (Element | null)[]
}

const placesOf = (opener: Element): Place[] => {
  // An item of a menu is gone with it, and its button is not.
  const menu = opener.closest('[role=menu]')
  const button = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  if (button) return placesOf(button)
  const places: Place[] = []
  for (let at: Element | null = opener; at && at.id !== 'main' && at !== document.body; at = at.parentElement) {
    places.push({ at, beside: [at.nextElementSibling, at.previousElementSibling] })
  }
  return places
}

const firstIn = (element: Element | null): Focusable | null => {
  if (!element?.isConnected) return null
  return element.matches(FOCUSABLE) ? (element as Focusable) : element.querySelector<Focusable>(FOCUSABLE)
}

/** The opener; a part of the page that is made to take the focus when something in it is gone; or what is next to the opener. */
const bestOf = (places: readonly Place[]): Focusable | null | undefined => {
  const [opener] = places
  if (opener?.at.isConnected && opener.at.matches(`${FOCUSABLE}, [tabindex="-1"]`)) return opener.at as Focusable
  const around = places.find(({ at }) => at.isConnected && at.matches('[tabindex="-1"]'))
  if (around) return around.at as Focusable
  return places.flatMap(({ at, beside }) => [...beside, at].map(firstIn)).find((found) => found !== null)
}

const returnTo = (places: readonly Place[]): void =>
  (bestOf(places) ?? document.querySelector<HTMLElement>('#main h1'))?.focus({ preventScroll: true })

/**
 * Returns the focus to what opened a dialog, or to what is next to it if that is gone. The library does so only for dialogs that
 * stay mounted while they are closed, and most are mounted only while they are open. The first of them may be opened before this file
 * is loaded.
 */
export const startFocusReturn = (opener: Element | null): void => {
  const returns = new WeakMap<Element, readonly Place[]>()
  const open = new Set<Element>()
  let last = opener?.closest(FOCUSABLE)
  const observer = new MutationObserver(() => {
    for (const dialog of open) {
      if (dialog.isConnected) continue
      open.delete(dialog)
      if (open.size === 0) observer.disconnect()
      // The next page or dialog may take the focus first.
      requestAnimationFrame(() => {
        if (isFocusNowhere()) returnTo(returns.get(dialog) ?? [])
      })
    }
  })
  const note = (focused: Element): void => {
    const dialog = focused.closest(DIALOG)
    if (dialog && !open.has(dialog)) {
      // A dialog that follows another returns to where that would.
      const before = last?.closest(DIALOG)
      returns.set(dialog, [...(last ? placesOf(last) : []), ...((before && returns.get(before)) ?? [])])
      open.add(dialog)
      observer.observe(document.body, { childList: true, subtree: true })
    }
    last = focused
  }
  document.addEventListener('focusin', ({ target }) => note(target as Element))
  // The dialog may be open by now.
  if (document.activeElement?.closest(DIALOG)) note(document.activeElement)
}
