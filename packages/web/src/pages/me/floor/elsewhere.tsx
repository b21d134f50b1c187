import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { AnchorLink } from '../../../components/links.tsx'
import { PLANS } from '../../../workplace/plans.ts'
import type { Colleagues } from './colleagues.ts'

interface Props {
  readonly people: Colleagues['elsewhere']
  readonly day: string
  readonly groupId: string
}

/** How many colleagues are in other buildings, work remotely or are away; a link says who. */
export const Elsewhere = ({ people, day, groupId }: Props) => {
  if (people.length === 0) return null
  const groups = Object.groupBy(people, ({ plan, locationName }) =>
    plan === 'o' ? (locationName ?? PLANS.o.label) : plan ? PLANS[plan].label : t`No plan`,
  )
  const counts = Object.entries(groups).map(([where, { length: count } = []]) => t`${where}: ${count}`)
  return (
    <Text size="sm" c="dimmed" mt={4}>
      {t`Elsewhere today`} · {counts.join(' · ')} ·{' '}
      <AnchorLink to="/me/colleagues" search={{ day, groupId }} inherit underline="always">
        {t`See who`}
      </AnchorLink>
    </Text>
  )
}
