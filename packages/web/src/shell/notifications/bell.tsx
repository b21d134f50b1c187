import { t } from '@lingui/core/macro'
import { ActionIcon, Indicator } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import type { Session } from '../../api/session.ts'
import { LoadedMenu } from '../../components/loaded-menu.tsx'
import type { Notification } from './notifications.ts'
import { useNotifications, useReadIds } from './use-notifications.ts'

const loadList = () => import('./bell-list.tsx').then(({ BellList }) => BellList)

/** What needs the attention of the person, with a dot while some of it is unread. */
export const Bell = ({ session }: { session: Session }) => {
  const notifications = useNotifications(session)
  const [readIds, setReadIds] = useReadIds(session)
  const isUnread = ({ id }: Notification): boolean => !readIds.includes(id)
  const unread = notifications.filter(isUnread).length
  // What no longer needs attention is forgotten.
  const markRead = (read: readonly Notification[]): void =>
    setReadIds(notifications.filter((each) => !isUnread(each) || read.includes(each)).map(({ id }) => id))
  return (
    <LoadedMenu
      load={loadList}
      props={{ session, notifications, isUnread, markRead }}
      button={
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={unread > 0 ? t`Notifications, ${unread} unread` : t`Notifications`}
          aria-haspopup="dialog"
          aria-expanded={false}
        >
          <Indicator disabled={unread === 0} size={8} color="red" offset={2}>
            <IconBell size={18} style={{ display: 'block' }} />
          </Indicator>
        </ActionIcon>
      }
    />
  )
}
