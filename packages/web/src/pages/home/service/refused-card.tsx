import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { AnchorLink, TextLink } from '../../../components/links.tsx'
import { Signal } from '../../../components/signal.tsx'
import { useSample } from '../first-steps/use-sample.ts'
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
  const isSample = useSample()?.state === 'made'
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
    people > 0 ? plural(people, { one: '# event of unknown people', other: '# events of unknown people' }) : '',
    places > 0 ? plural(places, { one: '# event at unknown places', other: '# events at unknown places' }) : '',
    others > 0 ? plural(others, { one: '# event for other reasons', other: '# events for other reasons' }) : '',
  ]
  const [all, events] = [people + places + others, parts.filter(Boolean).join(', ')]
  return (
    <Stack gap="xs">
      <Signal tone="warning">{plural(all, { one: '# event refused so far', other: '# events refused so far' })}</Signal>
      <Text size="sm">{t`${events}. An event that is replayed counts no longer; the quarantine has those that still wait.`}</Text>
      {isSample ? (
        <Text size="sm">
          <Trans>
            The sample data has some on purpose, such as a badge that belongs to no one:{' '}
            <TextLink underline="always" to="/quarantine">
              see what became of them
            </TextLink>
            .
          </Trans>
        </Text>
      ) : null}
    </Stack>
  )
}
