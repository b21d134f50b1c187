import { ActionIcon, Menu, Text, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconHelp, IconMoon, IconSun } from '@tabler/icons-react'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import type { Session } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { personName } from '../components/format.ts'
import { guideAddress } from '../components/guide-pages.ts'
import { forgetSession } from './forget-session.ts'

export const ColorSchemeSwitch = () => {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const other = scheme === 'dark' ? 'light' : 'dark'
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={`Switch to ${other} colors`}
      onClick={() => setColorScheme(other)}
    >
      {scheme === 'dark' ? <IconSun size={18} /> : <IconMoon size={18} />}
    </ActionIcon>
  )
}

/** Pages open in other tabs, because this page may have something that is not saved yet. */
export const HelpMenu = ({ onShortcuts }: { onShortcuts: () => void }) => {
  const pathname = useLocation({ select: (location) => location.pathname })
  const pages = [
    ['Guide to this page', guideAddress(pathname)],
    ['Guide', '/guide/'],
    ['API reference', '/docs'],
    ['What is new', '/guide/changelog'],
  ] as const
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Help" visibleFrom="xs">
          <IconHelp size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {pages.map(([label, href]) => (
          <Menu.Item key={label} component="a" href={href} target="_blank">
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={onShortcuts}>Keyboard shortcuts</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

export const UserMenu = ({ session }: { session: Session }) => {
  const navigate = useNavigate()
  const signOut = useAction({
    mutationFn: () => call('signOut'),
    onSuccess: async ({ providerAddress }) => {
      forgetSession()
      // The provider sends the browser back to the sign-in page.
      if (providerAddress !== null) return window.location.assign(providerAddress)
      await navigate({ to: '/sign-in' })
    },
  })
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <UnstyledButton fz="sm" px="xs" py={4} maw="40vw">
          <Text inherit truncate>
            {personName(session)}
          </Text>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/profile">
          Profile
        </Menu.Item>
        <Menu.Item onClick={() => signOut.mutate()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
