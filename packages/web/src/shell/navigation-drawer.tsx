import { t } from '@lingui/core/macro'
import { Drawer } from '@mantine/core'
import type { Session } from '../api/session.ts'
import { Navigation } from './navigation-links.tsx'
import type { OverlayProps } from './overlay.ts'

interface Props extends OverlayProps {
  readonly session: Session
}

/** The navigation of narrow screens, above the page. */
export const NavigationDrawer = ({ session, onClose }: Props) => (
  <Drawer
    opened
    onClose={onClose}
    size={280}
    padding="xs"
    title={session.organizationName}
    closeButtonProps={{ 'aria-label': t`Close` }}
  >
    <nav aria-label={t`Main`}>
      <Navigation session={session} onNavigate={onClose} />
    </nav>
  </Drawer>
)
