import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Menu, type MenuProps } from '@mantine/core'
import { GLOBAL_ADMINISTRATORS } from '@rollcall/contract'
import { IconCheck } from '@tabler/icons-react'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { hasRole, useSession } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { guideAddress } from '../components/guide-pages.ts'
import { type LoadedMenuProps, useLoadedMenu } from '../components/loaded-menu.tsx'
import { notifyFailed } from '../components/notices.tsx'
import { LANGUAGE, LANGUAGES, type Language } from '../language/language.ts'
import { forgetSession } from './forget-session.ts'
import { useChooseLanguage } from './use-choose-language.ts'

const LOOK: MenuProps = { position: 'bottom-end', withinPortal: true }

/** Pages open in other tabs, because this page may have something that is not saved yet. */
export const HelpMenu = ({ button, wasPressed, onShortcuts }: LoadedMenuProps & { readonly onShortcuts: () => void }) => {
  const session = useSession()
  const navigate = useNavigate()
  const pathname = useLocation({ select: (location) => location.pathname })
  const pages = [
    [t`Guide to this page`, guideAddress(pathname)],
    [t`Guide`, '/guide/'],
    [t`API reference`, '/docs'],
    [t`What is new`, '/guide/changelog'],
  ] as const
  return (
    <Menu {...LOOK} {...useLoadedMenu(wasPressed)}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {pages.map(([label, href]) => (
          <Menu.Item key={label} component="a" href={href} target="_blank">
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {hasRole(session, GLOBAL_ADMINISTRATORS) ? (
          <Menu.Item onClick={() => void navigate({ to: '/', search: { steps: 'shown' } })}>
            <Trans>First steps</Trans>
          </Menu.Item>
        ) : null}
        <Menu.Item onClick={onShortcuts}>
          <Trans>Keyboard shortcuts</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The languages, each in its own words. */
const CHOICES = Object.entries(LANGUAGES) as [Language, string][]

export const UserMenu = ({ button, wasPressed }: LoadedMenuProps) => {
  const navigate = useNavigate()
  const choosing = useChooseLanguage()
  const signOut = useAction({
    mutationFn: () => call('signOut'),
    onSuccess: async ({ providerAddress }) => {
      forgetSession()
      // The provider sends the browser back to the sign-in page.
      if (providerAddress !== null) return window.location.assign(providerAddress)
      await navigate({ to: '/sign-in' })
    },
    // The menu is closed by then, and who leaves the device has to know that they are still signed in.
    onError: notifyFailed,
  })
  return (
    <Menu {...LOOK} {...useLoadedMenu(wasPressed)}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/profile">
          <Trans>Profile</Trans>
        </Menu.Item>
        <Menu.Label>
          <Trans>Language</Trans>
        </Menu.Label>
        {CHOICES.map(([language, name]) => (
          <Menu.Item
            key={language}
            lang={language}
            leftSection={<IconCheck size={14} aria-hidden visibility={language === LANGUAGE ? 'visible' : 'hidden'} />}
            {...(language === LANGUAGE ? { 'aria-current': true } : {})}
            onClick={() => choosing.mutate(language)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => signOut.mutate()}>
          <Trans>Sign out</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
