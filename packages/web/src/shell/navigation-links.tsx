import { NavLink } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCalendarWeek, IconChartBar, IconDatabase, IconHome, IconSettings, IconStethoscope } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, memo, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Session } from '../api/session.ts'
import { linkOf, type NavigationLink, type NavigationSection, sectionsOf } from './navigation.ts'

/** Only administrators have views. The navigation stays without them where they cannot be loaded. */
const SectionViews = lazy(() =>
  import('./section-views.tsx').then(
    ({ SectionViews }) => ({ default: SectionViews }),
    () => ({ default: () => null }),
  ),
)

type SectionId = NavigationSection['id']
/** What opens and closes: a section, or the views in it. */
type Opened = SectionId | `${SectionId}-views`

const ICONS: Readonly<Record<SectionId, typeof IconSettings>> = {
  days: IconCalendarWeek,
  analytics: IconChartBar,
  data: IconDatabase,
  troubleshooting: IconStethoscope,
  administration: IconSettings,
}

/** The sections whose pages have saved views. */
const VIEWED: readonly SectionId[] = ['analytics', 'data']

interface Props {
  readonly session: Session
  /** What else a click on a link does. */
  readonly onNavigate?: () => void
}

const HOME = '/'

/** A section opens gradually, and its links are where they stay after this time. */
const OPENING_MS = 300

/**
 * Scrolls the navigation until the link is in sight. After `scrollIntoView`, the first press of Tab on a page that was just loaded
 * would go on from the link, past the one that skips the navigation.
 */
const bringIntoSight = (link: Element | null | undefined): void => {
  const frame = link?.closest('.mantine-ScrollArea-viewport,[role=dialog]')
  if (!link || !frame) return
  const [at, room] = [link.getBoundingClientRect(), frame.getBoundingClientRect()]
  frame.scrollTop += Math.min(at.top - room.top, 0) + Math.max(at.bottom - room.bottom, 0)
}

/**
 * The links to the pages that the person may see: Home, and the others by section. The section of the page opens with it; the
 * browser remembers which others the person opened.
 */
export const Navigation = ({ session, onNavigate }: Props) => {
  const pathname = useLocation({ select: (location) => location.pathname })
  const current = linkOf(pathname)
  const [chosen, choose] = useLocalStorage<Readonly<Record<string, boolean>>>({
    key: 'rollcall.open-sections',
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const sections = useMemo(() => sectionsOf(session), [session])
  const here = (sections.find(({ links }) => links.some(({ to }) => to === current?.to)) ?? sections[0])?.id
  const [isHereOpen, openHere] = useState(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section opens, even one that was closed before.
  useEffect(() => openHere(true), [here])
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has another link to show.
  useEffect(() => {
    const reveal = () => bringIntoSight(list.current?.querySelector('[aria-current=page]'))
    const timer = setTimeout(reveal, OPENING_MS)
    return () => clearTimeout(timer)
  }, [current?.to])
  const open = useCallback(
    (id: Opened, isOpen: boolean) => {
      choose((before) => ({ ...before, [id]: isOpen }))
      if (id === here) openHere(isOpen)
    },
    [choose, here],
  )
  return (
    <div ref={list}>
      <NavLink
        component={Link}
        to={HOME}
        activeOptions={{ exact: true, includeSearch: false }}
        label={linkOf(HOME)?.label}
        fw={600}
        leftSection={<IconHome size={18} stroke={1.75} />}
        active={current?.to === HOME}
        aria-current={current?.to === HOME ? 'page' : undefined}
        onClick={() => onNavigate?.()}
        px="xs"
        py={5}
      />
      {sections.map((section) => (
        <Section
          key={section.id}
          section={section}
          current={current}
          isOpen={section.id === here ? isHereOpen : (chosen[section.id] ?? false)}
          areViewsOpen={chosen[`${section.id}-views`] ?? true}
          onOpen={open}
          onNavigate={onNavigate}
        />
      ))}
    </div>
  )
}

interface SectionProps {
  readonly section: NavigationSection
  readonly current: NavigationLink | undefined
  readonly isOpen: boolean
  readonly areViewsOpen: boolean
  readonly onOpen: (id: Opened, isOpen: boolean) => void
  readonly onNavigate: (() => void) | undefined
}

/** Remembered between renders, because the frame renders again while each page loads, and its links are most of its elements. */
const Section = memo(({ section, current, isOpen, areViewsOpen, onOpen, onNavigate }: SectionProps) => {
  const { id, title } = section
  // Home stands above the sections.
  const links = section.links.filter(({ to }) => to !== HOME)
  const Icon = ICONS[id]
  return (
    <section aria-label={title}>
      <NavLink
        component="button"
        label={title}
        fw={600}
        leftSection={<Icon size={18} stroke={1.75} />}
        opened={isOpen}
        onChange={(next) => onOpen(id, next)}
        aria-expanded={isOpen}
        // A page takes a tenth less to show without the links of the closed sections.
        keepMounted={false}
        childrenOffset={30}
        px="xs"
        py={5}
      >
        {links.map(({ label, to }) => (
          <NavLink
            key={to}
            component={Link}
            to={to}
            activeOptions={{ exact: true, includeSearch: false }}
            label={label}
            active={to === current?.to}
            aria-current={to === current?.to ? 'page' : undefined}
            onClick={() => onNavigate?.()}
            py={4}
          />
        ))}
        {VIEWED.includes(id) ? (
          <Suspense>
            <SectionViews
              section={section}
              isOpen={areViewsOpen}
              onOpen={(next) => onOpen(`${id}-views`, next)}
              onNavigate={onNavigate}
            />
          </Suspense>
        ) : null}
      </NavLink>
    </section>
  )
})
