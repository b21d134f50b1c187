import { Trans } from '@lingui/react/macro'

/** For the element around the desks of a page, as a map or as a list. */
export const DESKS = { id: 'desks', tabIndex: -1 } as const

/** Desks of the map: at first those that can be chosen, and that are not chosen yet. */
const FIRST = ['[data-desk][aria-pressed="false"]:not([aria-disabled="true"])', '[data-desk]']

/** The desk where the keyboard begins, from which the arrow keys lead on; without a map, the element around the desks. */
const findFirst = (): HTMLElement | SVGElement | null => {
  const desks = document.getElementById(DESKS.id)
  const found = FIRST.map((each) => desks?.querySelector<SVGElement>(each)).find((desk) => desk)
  return found ?? desks
}

/** Leads the keyboard past the controls above the desks. It is shown while it has the focus. */
export const SkipToDesks = () => (
  <a
    className="skip-link"
    href={`#${DESKS.id}`}
    onClick={(event) => {
      // The address stays.
      event.preventDefault()
      findFirst()?.focus()
    }}
  >
    <Trans>Skip to the desks</Trans>
  </a>
)
