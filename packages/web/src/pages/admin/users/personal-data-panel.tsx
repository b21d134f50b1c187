import { Button, Text } from '@mantine/core'
import { GLOBAL_ADMINISTRATORS, type User } from '@rollcall/contract'
import { useState } from 'react'
import { hasRole, useSession } from '../../../api/session.ts'
import { PersonalDataButton } from '../../../components/personal-data-button.tsx'
import { Panel } from '../shared/panel.tsx'
import { EraseModal } from './erase-modal.tsx'

/** What somebody may demand of whoever keeps data about them: a copy, or that it goes. */
export const PersonalDataPanel = ({ user }: { user: User }) => {
  const isOwner = hasRole(useSession(), GLOBAL_ADMINISTRATORS)
  const [isErasing, setErasing] = useState(false)
  if (!isOwner) return null
  return (
    <Panel
      title="Personal data"
      actions={
        <>
          <PersonalDataButton size="xs" userId={user.userId} />
          <Button size="xs" variant="default" c="var(--mantine-color-error)" onClick={() => setErasing(true)}>
            Erase
          </Button>
        </>
      }
    >
      <Text size="sm" c="dimmed">
        A copy has everything that is kept about them. Erasing removes for good whatever says who they are; counts stay right.
      </Text>
      {isErasing ? <EraseModal user={user} onClose={() => setErasing(false)} /> : null}
    </Panel>
  )
}
