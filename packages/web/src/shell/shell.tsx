import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { AppShell, Burger, Group, ScrollArea, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { type Session, sessionQuery } from '../api/session.ts'
import { isFocusInPage } from '../components/new-page.ts'
import { notifyFailed } from '../components/notices.tsx'
import { PageSkeleton } from '../components/states.tsx'
import { ColorSchemeSwitch, HelpMenu, UserMenu } from './header-menus.tsx'
import { lazyPage, whenIdle } from './lazy-page.tsx'
import { Navigation } from './navigation-links.tsx'
import { Bell } from './notifications/bell.tsx'
import type { OverlayProps } from './overlay.ts'
import { PaletteButton } from './palette-button.tsx'
import { useRecording } from './recent.ts'
import classes from './shell.module.css'
import { useOverlays } from './use-overlays.tsx'

const NavigationDrawer = lazyPage<OverlayProps & { session: Session }>(
  () => import('./navigation-drawer.tsx'),
  'NavigationDrawer',
)
const SignInAgain = lazyPage(() => import('./sign-in-again.tsx'), 'SignInAgain')

/** Redirects once to the sign-in page and back. It does not follow the location, because each redirect would trigger another one. */
const SignInFirst = () => {
  const router = useRouter()
  useEffect(() => {
    void router.navigate({ to: '/sign-in', search: { next: router.state.location.href } })
  }, [router])
  return null
}

/** The frame around each page of a signed-in user. */
export const Shell = () => {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const [isOpen, setOpen] = useState(false)
  const burger = useRef<HTMLButtonElement>(null)
  const closeDrawer = (): void => {
    setOpen(false)
    // The drawer keeps the focus until it is gone. The page that it led to may have it by then.
    requestAnimationFrame(() => {
      if (!isFocusInPage()) burger.current?.focus()
    })
  }
  // The dialog is loaded ahead of time, because a later version of the service no longer has its file.
  useEffect(() => whenIdle(SignInAgain.preload), [])
  useRecording(session?.userId)
  const overlays = useOverlays(session)
  if (!session) return <SignInFirst />
  return (
    <AppShell header={{ height: 56 }} navbar={{ width: 236, breakpoint: 'md', collapsed: { mobile: true } }} padding="md">
      <a className="skip-link" href="#main">
        <Trans>Skip to the content</Trans>
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              ref={burger}
              opened={isOpen}
              onClick={() => void NavigationDrawer.load().then(() => setOpen(true), notifyFailed)}
              hiddenFrom="md"
              size="sm"
              aria-label={t`Navigation`}
              aria-expanded={isOpen}
            />
            <Link to="/" className={classes.brand} aria-label={t`Rollcall, home`}>
              <img src="/favicon.svg" alt="" width={28} height={28} />
              <Text fw={700} visibleFrom="xs">
                Rollcall
              </Text>
            </Link>
            <Text c="dimmed" size="sm" truncate visibleFrom="xs">
              {session.organizationName}
            </Text>
          </Group>
          <Group gap="xs" wrap="nowrap" flex="none">
            <PaletteButton onClick={overlays.openPalette} />
            <Bell session={session} />
            <HelpMenu onShortcuts={overlays.openShortcuts} />
            <ColorSchemeSwitch />
            <UserMenu session={session} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label={t`Main`} visibleFrom="md">
        <ScrollArea flex={1} type="auto" classNames={{ viewport: classes.scrolls }}>
          <div style={{ padding: 'var(--mantine-spacing-xs)' }}>
            <Navigation session={session} />
          </div>
        </ScrollArea>
      </AppShell.Navbar>
      {isOpen ? (
        <Suspense>
          <NavigationDrawer session={session} onClose={closeDrawer} />
        </Suspense>
      ) : null}
      {session.isExpired ? (
        <Suspense>
          <SignInAgain />
        </Suspense>
      ) : null}
      {overlays.shown}
      <AppShell.Main id="main" tabIndex={-1}>
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  )
}
