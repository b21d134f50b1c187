import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { ANALYSTS, type UserRole } from '@rollcall/contract'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { hasRole, useSession } from '../../../api/session.ts'
import { TextLink } from '../../../components/links.tsx'

/** The page that a bar, a point or a row leads to. */
export interface Target {
  readonly to: '/analytics/people' | '/me/colleagues' | '/analytics/desks'
  /** The part of the page. */
  readonly hash?: string
  readonly search: (before: object) => object
}

interface DrillProps {
  /** The target of each category of a chart; undefined where there is nothing behind it. */
  readonly targets: readonly (Target | undefined)[]
  /** The target of a series within a category, where its bar leads to less. */
  readonly targetOfSeries?: (index: number, series: number) => Target | undefined
  /** Says where a click leads. */
  readonly hint: string
  /** Who may see what is behind it. */
  readonly roles?: readonly UserRole[]
}

/** Lets a click on a chart lead to what its figures are made of, for roles that see it. Its table has the same as links. */
export const useDrill = ({ targets, targetOfSeries, hint, roles = ANALYSTS }: DrillProps) => {
  const session = useSession()
  const navigate = useNavigate()
  if (!hasRole(session, roles)) return {}
  const onPick = (index: number, series?: number) => {
    const target = (series === undefined ? undefined : targetOfSeries?.(index, series)) ?? targets[index]
    if (target) void navigate(target as never)
  }
  return { onPick, below: <Hint>{hint}</Hint> }
}

const Hint = ({ children }: { children: ReactNode }) => (
  <Text size="xs" c="dimmed" mt={4}>
    {children}
  </Text>
)

/** The router checks targets by type, which it cannot do for one of several pages. */
type LinkTo = Parameters<typeof TextLink>[0]

interface LinkProps {
  readonly target: Target | undefined
  readonly roles?: readonly UserRole[]
  /** Names it where its text does not. */
  readonly label?: string
  readonly children: string
}

/** The same as a link, in the table of the chart; plain text for other roles. */
export const DrillLink = ({ target, roles = ANALYSTS, label, children }: LinkProps) => {
  const isShown = hasRole(useSession(), roles)
  return target && isShown ? (
    <TextLink {...(target as LinkTo)} aria-label={label}>
      {children}
    </TextLink>
  ) : (
    children
  )
}

export const PEOPLE_HINT = t`A click in the chart, or a link in its table, leads to the people.`
