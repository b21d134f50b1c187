import {
  ActionIcon,
  AppShell,
  Burger,
  Group,
  Menu,
  NavLink,
  ScrollArea,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHelp, IconMoon, IconSun } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query.ts'
import { hasRole, type Session, sessionQuery } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { personName } from '../components/format.ts'
import { guideAddress } from '../components/guide-pages.ts'
import { PageSkeleton } from '../components/states.tsx'
import { NAVIGATION, type NavigationLink } from './navigation.ts'
import classes from './shell.module.css'
import { SignInAgain } from './sign-in-again.tsx'

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
  const [isOpen, { toggle, close }] = useDisclosure(false)
  if (!session) return <SignInFirst />
  return (
    <AppShell header={{ height: 56 }} navbar={{ width: 220, breakpoint: 'md', collapsed: { mobile: !isOpen } }} padding="md">
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="md" size="sm" aria-label="Navigation" />
            <img src="/favicon.svg" alt="" width={28} height={28} />
            <Text fw={700} visibleFrom="xs">
              Rollcall
            </Text>
            <Text c="dimmed" size="sm" truncate>
              {session.organizationName}
            </Text>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <HelpMenu />
            <ColorSchemeSwitch />
            <UserMenu session={session} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label="Main">
        <ScrollArea flex={1} type="auto" classNames={{ viewport: classes.scrolls }}>
          <div style={{ padding: 'var(--mantine-spacing-xs)' }}>
            <Navigation session={session} onNavigate={close} />
          </div>
        </ScrollArea>
      </AppShell.Navbar>
      {session.isExpired ? <SignInAgain session={session} /> : null}
      <AppShell.Main id="main" tabIndex={-1}>
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  )
}

const Navigation = ({ session, onNavigate }: { session: Session; onNavigate: () => void }) =>
  NAVIGATION.map(({ title, links }) => {
    const shown = links.filter(({ roles }) => !roles || hasRole(session, roles))
    if (shown.length === 0) return null
    return (
      <section key={title} aria-label={title}>
        <Text size="xs" fw={700} c="dimmed" px="sm" pt="md" pb={4} tt="uppercase">
          {title}
        </Text>
        {shown.map((link) => (
          <NavigationEntry key={link.to} {...link} onNavigate={onNavigate} />
        ))}
      </section>
    )
  })

const NavigationEntry = ({ label, to, onNavigate }: NavigationLink & { onNavigate: () => void }) => {
  const { pathname } = useLocation()
  const isHere = isCurrent(pathname, to)
  return (
    <NavLink
      component={Link}
      to={to}
      activeOptions={{ exact: true, includeSearch: false }}
      label={label}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      onClick={onNavigate}
      py={6}
    />
  )
}

/** Whether the page belongs to this link: of all links that match its path, the longest one counts. */
const isCurrent = (pathname: string, to: string): boolean => {
  const covers = (link: string) => pathname === link || pathname.startsWith(`${link}/`)
  if (!covers(to)) return false
  const all = NAVIGATION.flatMap(({ links }) => links.map((link) => link.to))
  return !all.some((other) => other.length > to.length && covers(other))
}

const ColorSchemeSwitch = () => {
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

/** Opens in other tabs, because this page may have something that is not saved yet. */
const HelpMenu = () => {
  const { pathname } = useLocation()
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
      </Menu.Dropdown>
    </Menu>
  )
}

const UserMenu = ({ session }: { session: Session }) => {
  const navigate = useNavigate()
  const signOut = useAction({
    mutationFn: () => call('signOut'),
    onSuccess: async () => {
      queryClient.clear()
      queryClient.setQueryData(sessionQuery.queryKey, null)
      await navigate({ to: '/sign-in' })
    },
  })
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <UnstyledButton fz="sm" px="xs" py={4}>
          {personName(session)}
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
