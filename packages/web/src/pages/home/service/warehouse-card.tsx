import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import type { RefreshRun } from '@rollcall/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { AnchorLink, TextLink } from '../../../components/links.tsx'
import { Signal, type Tone } from '../../../components/signal.tsx'
import { durationText, momentText } from '../../../time/zoned-time.ts'
import { Card } from '../shared/card.tsx'
import { runsQuery } from '../shared/queries.ts'

const EVERY_MS = 30_000
/** Runs are nightly, so a day and some hours without one means that something is wrong. */
const LATE_MS = 30 * 3_600_000

/** When the warehouse was last refreshed, and whether that worked. */
export const WarehouseCard = () => (
  <Card
    title={t`Warehouse`}
    more={
      <AnchorLink to="/data/refresh-runs" size="sm">
        <Trans>Refresh runs</Trans>
      </AnchorLink>
    }
    height={60}
  >
    <Warehouse />
  </Card>
)

const Warehouse = () => {
  const { data, dataUpdatedAt } = useSuspenseQuery({ ...runsQuery, refetchInterval: EVERY_MS })
  const [last] = data.items
  if (!last) {
    return (
      <Text size="sm" c="dimmed">
        <Trans>
          Nothing was published yet. Each night the days that are over are published; you can also{' '}
          <TextLink underline="always" to="/data/refresh-runs">
            refresh now
          </TextLink>
          .
        </Trans>
      </Text>
    )
  }
  const succeeded = data.items.find(({ status }) => status === 'succeeded')
  const { tone, word } = stateOf(last, succeeded, dataUpdatedAt)
  return (
    <Stack gap="xs">
      <Signal tone={tone}>{word}</Signal>
      {last.error ? <Text size="sm">{last.error}</Text> : null}
      {succeeded ? <Text size="sm">{published(succeeded, dataUpdatedAt)}</Text> : null}
    </Stack>
  )
}

const ageOf = ({ endedAt, startedAt }: RefreshRun, now: number): number => now - Date.parse(endedAt ?? startedAt)

const published = (run: RefreshRun, now: number): string => {
  const { days, rows } = run
  const [when, age] = [momentText(run.endedAt ?? run.startedAt), durationText(ageOf(run, now))]
  return t`Last refreshed ${when}, ${age} ago: ${plural(days, { one: '# day', other: '# days' })} computed, ${plural(rows, { one: '# row', other: '# rows' })} published.`
}

const stateOf = (last: RefreshRun, succeeded: RefreshRun | undefined, now: number): { tone: Tone; word: string } => {
  if (last.status === 'running') return { tone: 'none', word: t`Refreshing now` }
  if (last.status !== 'succeeded')
    return { tone: 'bad', word: last.status === 'failed' ? t`The last refresh failed` : t`The last refresh was interrupted` }
  if (!succeeded || ageOf(succeeded, now) > LATE_MS) return { tone: 'warning', word: t`No refresh for more than a day` }
  return { tone: 'good', word: t`Up to date` }
}
