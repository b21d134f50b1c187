import { Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { countOf } from '../../../components/format.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { Signal } from '../../../components/signal.tsx'
import { Card } from '../shared/card.tsx'
import { sourcesQuery } from '../shared/queries.ts'

/** Events that were refused. They are only counted: reading the quarantine shows personal data, which the audit log notes. */
export const RefusedCard = () => (
  <Card
    title="Refused events"
    more={
      <AnchorLink to="/quarantine" size="sm">
        Quarantine
      </AnchorLink>
    }
    height={60}
  >
    <Refused />
  </Card>
)

const Refused = () => {
  const { data } = useSuspenseQuery(sourcesQuery)
  const sum = (name: 'userNotFound' | 'locationNotFound' | 'refused') => data.items.reduce((all, each) => all + each[name], 0)
  const [people, places, others] = [sum('userNotFound'), sum('locationNotFound'), sum('refused')]
  if (people + places + others === 0) {
    return (
      <Text size="sm" c="dimmed">
        No event was refused. Events of unknown people or places would wait in the quarantine for 30 days, to be replayed after
        you corrected the directory.
      </Text>
    )
  }
  const parts = [
    people > 0 ? `${countOf(people, 'event')} of unknown people` : '',
    places > 0 ? `${countOf(places, 'event')} at unknown places` : '',
    others > 0 ? `${countOf(others, 'event')} for other reasons` : '',
  ]
  return (
    <Stack gap="xs">
      <Signal tone="warning">{`${countOf(people + places + others, 'event')} refused so far`}</Signal>
      <Text size="sm">{`${parts.filter(Boolean).join(', ')}. Those of the last 30 days can be replayed.`}</Text>
    </Stack>
  )
}
