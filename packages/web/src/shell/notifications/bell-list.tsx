import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button, Group, Popover, ScrollArea, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { ADMINISTRATORS } from '@rollcall/contract'
import { Link } from '@tanstack/react-router'
import { cloneElement } from 'react'
import { hasRole, type Session } from '../../api/session.ts'
import { type LoadedMenuProps, useLoadedMenu } from '../../components/loaded-menu.tsx'
import { momentText } from '../../time/zoned-time.ts'
import classes from './bell.module.css'
import type { Notification } from './notifications.ts'

interface Props {
  readonly session: Session
  readonly notifications: readonly Notification[]
  readonly isUnread: (notification: Notification) => boolean
  readonly markRead: (read: readonly Notification[]) => void
}

/** The list that the bell opens. */
export const BellList = ({ button, wasPressed, session, notifications, isUnread, markRead }: LoadedMenuProps & Props) => {
  const { opened: isOpen, onChange: setOpen } = useLoadedMenu(wasPressed)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={380} shadow="md" trapFocus returnFocus>
      <Popover.Target>{cloneElement(button, { onClick: () => setOpen(!isOpen) })}</Popover.Target>
      <Popover.Dropdown p={0} maw="calc(100vw - 40px)">
        <Group justify="space-between" px="md" py="xs" mih={46} wrap="nowrap">
          <Title order={2} size="h5">
            <Trans>Notifications</Trans>
          </Title>
          {notifications.some(isUnread) ? (
            <Button variant="subtle" size="compact-sm" onClick={() => markRead(notifications)}>
              <Trans>Mark all as read</Trans>
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
        {isUnread ? (
          <VisuallyHidden>
            <Trans>Unread: </Trans>
          </VisuallyHidden>
        ) : null}
        {title}
      </Text>
      <Text size="sm" c="dimmed" lineClamp={3}>
        {detail}
      </Text>
      <Text size="xs" c="dimmed">
        {at ? momentText(at) : t`Today`}
      </Text>
    </Stack>
  </Link>
)

const Nothing = ({ isAdministrator }: { isAdministrator: boolean }) => (
  <Stack gap={4} px="md" pb="lg" pt="xs" tabIndex={-1} data-autofocus>
    <Text size="sm" fw={600}>
      <Trans>Nothing needs your attention</Trans>
    </Text>
    <Text size="sm" c="dimmed">
      {isAdministrator
        ? t`Here you learn when you lose a desk, have to check in, or are invited, and when a source falls silent, events are refused or a refresh fails.`
        : t`Here you learn when you lose a desk, have to check in, or are invited.`}
    </Text>
  </Stack>
)
