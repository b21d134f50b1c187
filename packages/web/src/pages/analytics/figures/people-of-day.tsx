import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { ANALYSTS } from '@rollcall/contract'
import { useNavigate } from '@tanstack/react-router'
import { hasRole, useSession } from '../../../api/session.ts'
import { TextLink } from '../../../components/links.tsx'
import { showDay } from './show.ts'

const searchOf = (day: string) => (before: object) => ({ ...before, period: undefined, from: day, to: day })

/** Lets a click on a day of a chart lead to its people in the scope of the page, for roles that see them. */
export const usePeopleOfDays = (days: readonly string[]) => {
  const session = useSession()
  const navigate = useNavigate()
  if (!hasRole(session, ANALYSTS)) return {}
  const onPick = (index: number) => {
    const day = days[index]
    if (day) void navigate({ to: '/analytics/people', search: searchOf(day) as never })
  }
  return { onPick, below: <PeopleHint /> }
}

const PeopleHint = () => (
  <Text size="xs" c="dimmed" mt={4}>
    <Trans>A click on a day, or its link in the table, leads to its people.</Trans>
  </Text>
)

/** A day that leads to its people, where the reader may see them. */
export const PeopleOfDay = ({ day }: { day: string }) =>
  hasRole(useSession(), ANALYSTS) ? (
    <TextLink to="/analytics/people" search={searchOf(day) as never}>
      {showDay(day)}
    </TextLink>
  ) : (
    showDay(day)
  )
