import { Trans } from '@lingui/react/macro'

/** For the element around the desks of a page, as a map or as a list. */
export const DESKS = { id: 'desks', tabIndex: -1 } as const

/** Leads the keyboard past the controls above the desks. It is shown while it has the focus. */
export const SkipToDesks = () => (
  <a
    className="skip-link"
    href={`#${DESKS.id}`}
    onClick={(event) => {
      // The address stays.
      event.preventDefault()
      document.getElementById(DESKS.id)?.focus()
    }}
  >
    <Trans>Skip to the desks</Trans>
  </a>
)
