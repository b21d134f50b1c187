import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { AnchorLink } from '../../../components/links.tsx'
import { Signal } from '../../../components/signal.tsx'
import { Card } from '../shared/card.tsx'
import { sourcesQuery } from '../shared/queries.ts'

/** Events that were refused. They are only counted: reading the quarantine shows personal data, which the audit log notes. */
export const RefusedCard = () => (
  <Card
    title={t`Refused events`}
    more={
      <AnchorLink to="/quarantine" size="sm">
        <Trans>Quarantine</Trans>
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
        <Trans>
          No event was refused. Events of unknown people or places would wait in the quarantine for 30 days, to be replayed after
          you corrected the directory.
        </Trans>
      </Text>
    )
  }
  const parts = [
    people > 0 ? t`${plural(people, { one: '# event', other: '# events' })} of unknown people` : '',
    places > 0 ? t`${plural(places, { one: '# event', other: '# events' })} at unknown places` : '',
    others > 0 ? t`${plural(others, { one: '# event', other: '# events' })} for other reasons` : '',
  ]
  return (
    <Stack gap="xs">
      <Signal tone="warning">{t`${plural(people + places + others, { one: '# event', other: '# events' })} refused so far`}</Signal>
      <Text size="sm">{`${parts.filter(Boolean).join(', ')}. Those of the last 30 days can be replayed.`}</Text>
    </Stack>
  )
}
