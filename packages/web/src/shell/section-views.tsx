import { t } from '@lingui/core/macro'
import { NavLink, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { addressOfView, canonical, viewsQuery } from '../workplace/views/saved-views.ts'
import type { NavigationSection } from './navigation.ts'

/** More of them are shown on request, so that the navigation fits its screen. */
const SHOWN = 5

interface Props {
  readonly section: NavigationSection
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  readonly onNavigate: (() => void) | undefined
}

/** The saved views of the pages of a section: the person's own, and those that are shared with the person's roles. */
export const SectionViews = ({ section: { links }, isOpen, onOpen, onNavigate }: Props) => {
  const here = useLocation({ select: ({ pathname, searchStr }) => `${pathname}?${canonical(searchStr)}` })
  const { data } = useQuery(viewsQuery)
  const [isAll, showAll] = useState(false)
  const views = data?.items.filter(({ page }) => links.some(({ to }) => to === page)) ?? []
  if (views.length === 0) return null
  return (
    <NavLink
      component="button"
      label={t`Views`}
      opened={isOpen}
      onChange={onOpen}
      aria-expanded={isOpen}
      keepMounted={false}
      childrenOffset={12}
      py={4}
    >
      {views.slice(0, isAll ? undefined : SHOWN).map((view) => (
        <NavLink
          key={view.viewId}
          component={Link}
          to={view.page}
          search={addressOfView(view).search as never}
          state={{ isChosenView: true }}
          activeOptions={{ exact: true }}
          active={here === `${view.page}?${canonical(view.search)}`}
          label={
            <Text span inherit truncate display="block" maw={150} title={view.name}>
              {view.name}
            </Text>
          }
          onClick={() => onNavigate?.()}
          py={4}
        />
      ))}
      {views.length > SHOWN && !isAll ? (
        <NavLink component="button" label={t`All views`} c="dimmed" onClick={() => showAll(true)} py={4} />
      ) : null}
    </NavLink>
  )
}
