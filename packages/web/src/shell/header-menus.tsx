import { ActionIcon, Text, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconHelp, IconMoon, IconSun } from '@tabler/icons-react'
import { cloneElement, type JSX, useRef, useState } from 'react'
import type { Session } from '../api/session.ts'
import { personName } from '../components/format.ts'
import { notifyFailed } from '../components/notices.tsx'
import { lazyPage } from './lazy-page.tsx'
import type { MenuOfHeaderProps } from './menus.tsx'

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

const Help = lazyPage<MenuOfHeaderProps & { onShortcuts: () => void }>(() => import('./menus.tsx'), 'HelpMenu')
const User = lazyPage<MenuOfHeaderProps>(() => import('./menus.tsx'), 'UserMenu')

interface LoadedMenuProps {
  readonly button: JSX.Element
  readonly load: () => Promise<void>
  readonly menu: (props: MenuOfHeaderProps) => JSX.Element
}

/**
 * A button whose menu is loaded when the pointer or the focus comes to it, because menus are a tenth of what a first page would load.
 * A press before it is there opens it as soon as it is.
 */
const LoadedMenu = ({ button, load, menu }: LoadedMenuProps) => {
  const [isLoaded, setLoaded] = useState(false)
  const [isPressed, setPressed] = useState(false)
  const element = useRef<HTMLButtonElement>(null)
  const start = (): Promise<void> => load().then(() => setLoaded(true))
  const ahead = (): void => void start().catch(() => undefined)
  if (isLoaded) {
    const hasFocus = document.activeElement === element.current
    return menu({ button: cloneElement(button, { autoFocus: hasFocus }), isOpen: isPressed })
  }
  const press = (): void => {
    setPressed(true)
    start().catch(notifyFailed)
  }
  const waiting = { ref: element, 'aria-haspopup': 'menu', 'aria-expanded': false }
  return cloneElement(button, { ...waiting, onPointerEnter: ahead, onFocus: ahead, onClick: press })
}

export const HelpMenu = ({ onShortcuts }: { onShortcuts: () => void }) => (
  <LoadedMenu
    load={Help.load}
    menu={(props) => <Help {...props} onShortcuts={onShortcuts} />}
    button={
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Help" visibleFrom="xs">
        <IconHelp size={18} />
      </ActionIcon>
    }
  />
)

export const UserMenu = ({ session }: { session: Session }) => (
  <LoadedMenu
    load={User.load}
    menu={(props) => <User {...props} />}
    button={
      <UnstyledButton fz="sm" px="xs" py={4} maw="40vw">
        <Text inherit truncate>
          {personName(session)}
        </Text>
      </UnstyledButton>
    }
  />
)
