/** What everything that is shown above the pages gets. */
export interface OverlayProps {
  readonly onClose: () => void
}
