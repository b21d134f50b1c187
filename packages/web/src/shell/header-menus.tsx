import { t } from '@lingui/core/macro'
import { ActionIcon, Text, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconHelp, IconMoon, IconSun } from '@tabler/icons-react'
import type { Session } from '../api/session.ts'
import { personName } from '../components/format.ts'
import { LoadedMenu } from '../components/loaded-menu.tsx'

export const ColorSchemeSwitch = () => {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const other = scheme === 'dark' ? 'light' : 'dark'
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={scheme === 'dark' ? t`Switch to light colors` : t`Switch to dark colors`}
      onClick={() => setColorScheme(other)}
    >
      {scheme === 'dark' ? <IconSun size={18} /> : <IconMoon size={18} />}
    </ActionIcon>
  )
}

const loadHelp = () => import('./menus.tsx').then(({ HelpMenu }) => HelpMenu)
const loadUser = () => import('./menus.tsx').then(({ UserMenu }) => UserMenu)

/** What a button says of its menu until that is loaded. */
const CLOSED = { 'aria-haspopup': 'menu', 'aria-expanded': false } as const

export const HelpMenu = ({ onShortcuts }: { onShortcuts: () => void }) => (
  <LoadedMenu
    load={loadHelp}
    props={{ onShortcuts }}
    button={
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t`Help`} visibleFrom="xs" {...CLOSED}>
        <IconHelp size={18} />
      </ActionIcon>
    }
  />
)

export const UserMenu = ({ session }: { session: Session }) => (
  <LoadedMenu
    load={loadUser}
    props={{}}
    button={
      // On a phone, a long name leaves the link home in sight.
      <UnstyledButton fz="sm" px="xs" py={4} maw="min(40vw, 100vw - 250px)" {...CLOSED}>
        <Text inherit truncate>
          {personName(session)}
        </Text>
      </UnstyledButton>
    }
  />
)
