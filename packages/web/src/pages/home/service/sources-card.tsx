import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { AnchorLink, TextLink } from '../../../components/links.tsx'
import { Signal } from '../../../components/signal.tsx'
import { durationText } from '../../../time/zoned-time.ts'
import { findProblems } from '../../../workplace/source-health.ts'
import { Card } from '../shared/card.tsx'
import { sourcesQuery } from '../shared/queries.ts'

const EVERY_MS = 30_000
const MAX_LISTED = 5

/** Whether the systems that report presence still do. */
export const SourcesCard = () => (
  <Card
    title={t`Sources`}
    more={
      <AnchorLink to="/sources" size="sm">
        <Trans>All sources</Trans>
      </AnchorLink>
    }
    height={90}
  >
    <Sources />
  </Card>
)

const Sources = () => {
  const { data, dataUpdatedAt } = useSuspenseQuery({ ...sourcesQuery, refetchInterval: EVERY_MS })
  if (data.items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        <Trans>
          No system has sent anything yet. Create a{' '}
          <TextLink underline="always" to="/admin/keys">
            key
          </TextLink>{' '}
          for your badge or sensor system; it is listed here from its first event on.
        </Trans>
      </Text>
    )
  }
  const checked = data.items.map((source) => ({ source, problem: findProblems(source, dataUpdatedAt)[0] }))
  const ill = checked.filter(({ problem }) => problem && problem.tone !== 'none')
  const newest = data.items
    .flatMap(({ lastReceivedAt }) => lastReceivedAt ?? [])
    .sort()
    .at(-1)
  const [count, age] = [ill.length, durationText(newest ? dataUpdatedAt - Date.parse(newest) : 0)]
  return (
    <Stack gap="xs">
      <Group gap="md">
        <Signal tone={ill.some(({ problem }) => problem?.tone === 'bad') ? 'bad' : ill.length > 0 ? 'warning' : 'good'}>
          {ill.length === 0
            ? t`All send`
            : t`${count} of ${plural(data.items.length, { one: '# source', other: '# sources' })} with problems`}
        </Signal>
        <Text size="sm" c="dimmed">
          {newest ? t`Last data ${age} ago` : t`Nothing counted yet`}
        </Text>
      </Group>
      {ill.slice(0, MAX_LISTED).map(({ source, problem }) => (
        <Text key={source.sourceId} size="sm">
          <Text span inherit fw={600}>
            {`${source.sourceId}: ${problem?.name}. `}
          </Text>
          {problem?.help}
        </Text>
      ))}
    </Stack>
  )
}
