import { ActionIcon, Box, Button, Group, Indicator, Popover, ScrollArea, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { ADMINISTRATORS } from '@rollcall/contract'
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { hasRole, type Session } from '../../api/session.ts'
import { momentText } from '../../time/zoned-time.ts'
import classes from './bell.module.css'
import type { Notification } from './notifications.ts'
import { useNotifications, useReadIds } from './use-notifications.ts'

/** What needs the attention of the person, with a dot while some of it is unread. */
export const Bell = ({ session }: { session: Session }) => {
  const notifications = useNotifications(session)
  const [readIds, setReadIds] = useReadIds(session)
  const [isOpen, setOpen] = useState(false)
  const isUnread = ({ id }: Notification): boolean => !readIds.includes(id)
  const unread = notifications.filter(isUnread).length
  // What no longer needs attention is forgotten.
  const markRead = (read: readonly Notification[]): void =>
    setReadIds(notifications.filter((each) => !isUnread(each) || read.includes(each)).map(({ id }) => id))
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={380} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
          onClick={() => setOpen(!isOpen)}
        >
          <Indicator disabled={unread === 0} size={8} color="red" offset={2}>
            <IconBell size={18} style={{ display: 'block' }} />
          </Indicator>
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} maw="calc(100vw - 16px)">
        <Group justify="space-between" px="md" py="xs" mih={46} wrap="nowrap">
          <Title order={2} size="h5">
            Notifications
          </Title>
          {unread > 0 ? (
            <Button variant="subtle" size="compact-sm" onClick={() => markRead(notifications)}>
              Mark all as read
            </Button>
          ) : null}
        </Group>
        {notifications.length === 0 ? (
          <Nothing isAdministrator={hasRole(session, ADMINISTRATORS)} />
        ) : (
          <ScrollArea.Autosize mah="60dvh" type="auto">
            <ul className={classes.list}>
              {notifications.map((each) => (
                <li key={each.id}>
                  <Row
                    notification={each}
                    isUnread={isUnread(each)}
                    onOpen={() => {
                      markRead([each])
                      setOpen(false)
                    }}
                  />
                </li>
              ))}
            </ul>
          </ScrollArea.Autosize>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

interface RowProps {
  readonly notification: Notification
  readonly isUnread: boolean
  readonly onOpen: () => void
}

const Row = ({ notification: { title, detail, at, to, search }, isUnread, onOpen }: RowProps) => (
  <Link to={to} search={(search ?? {}) as never} className={classes.row} onClick={onOpen}>
    <Box className={classes.dot} data-unread={isUnread || undefined} />
    <Stack gap={2} miw={0}>
      <Text size="sm" fw={isUnread ? 600 : 400}>
        {isUnread ? <VisuallyHidden>Unread: </VisuallyHidden> : null}
        {title}
      </Text>
      <Text size="sm" c="dimmed" lineClamp={3}>
        {detail}
      </Text>
      <Text size="xs" c="dimmed">
        {at ? momentText(at) : 'Today'}
      </Text>
    </Stack>
  </Link>
)

const Nothing = ({ isAdministrator }: { isAdministrator: boolean }) => (
  <Stack gap={4} px="md" pb="lg" pt="xs" tabIndex={-1} data-autofocus>
    <Text size="sm" fw={600}>
      Nothing needs your attention
    </Text>
    <Text size="sm" c="dimmed">
      You read here when you lose a desk, have to check in, or are invited
      {isAdministrator ? ', and when a source falls silent, events are refused or a refresh fails' : ''}.
    </Text>
  </Stack>
)
