import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, Progress, Text } from '@mantine/core'
import { showNumber } from '../../../components/format.ts'
import { exactMomentText } from '../../../time/zoned-time.ts'
import { bytesText } from '../shared/numbers.ts'
import type { Answered, Reading } from './row-reader.ts'

/** The progress as text, which screen readers read out at the end. */
export const AnswerLine = ({ reading, onStop }: { reading: Reading; onStop: () => void }) => {
  const { phase, rows, bytes, answered } = reading
  const isReading = phase === 'asking' || phase === 'reading'
  const total = answered?.rowCount ?? null
  const [read, size] = [showNumber(rows), bytesText(bytes)]
  return (
    <Group gap="sm" flex="1 1 300px" mih={30}>
      <Text size="sm" fw={600} role="status" aria-live={isReading ? 'off' : 'polite'} data-phase={phase}>
        {phase === 'asking'
          ? t`Asking`
          : isReading && total !== null
            ? t`${read} of ${plural(total, { one: '# row', other: '# rows' })}`
            : t`${plural(rows, { one: '# row', other: '# rows' })}, ${size}`}
      </Text>
      {isReading ? (
        <>
          <Progress
            value={total ? (rows / total) * 100 : 100}
            striped={!total}
            animated={!total}
            size="sm"
            flex="1 1 80px"
            maw={220}
            aria-label={t`Rows read`}
          />
          <Text size="sm" c="dimmed">
            {size}
          </Text>
          <Button size="compact-sm" variant="default" onClick={onStop}>
            <Trans>Stop</Trans>
          </Button>
        </>
      ) : null}
    </Group>
  )
}

/** The numbers of rows that were read, and of all rows if it is known. */
const countsOf = ({ rows, answered }: Pick<Reading, 'rows' | 'answered'>) => {
  const total = answered?.rowCount ?? undefined
  return [showNumber(rows), total === undefined ? undefined : showNumber(total)] as const
}

/** How many rows are there, as a sentence. */
const firstRows = ({ rows, answered }: Reading): string => {
  const [first, total] = countsOf({ rows, answered })
  return total === undefined ? t`These are the first ${first} rows.` : t`These are the first ${first} rows of ${total}.`
}

const incompleteRows = ({ rows, answered }: Reading): string => {
  const [first, total] = countsOf({ rows, answered })
  return total === undefined
    ? t`These are the first ${first} rows: what is missing is not here. Read it again.`
    : t`These are the first ${first} rows of ${total}: what is missing is not here. Read it again.`
}

/** Warns if the rows are incomplete. */
export const IncompleteNote = ({ reading }: { reading: Reading }) => {
  const { phase, error } = reading
  if (phase === 'stopped') {
    return (
      <Alert color="yellow" variant="outline" mb="sm" title={t`Stopped`}>
        {firstRows(reading)}
      </Alert>
    )
  }
  if (phase === 'full') {
    return (
      <Alert color="yellow" variant="outline" mb="sm" title={t`There are more rows than a page holds`}>
        {firstRows(reading)} <Trans>Ask for less, or download all of them.</Trans>
      </Alert>
    )
  }
  if (phase !== 'broken') return null
  return (
    <Alert color="red" variant="outline" mb="sm" role="alert" title={t`The response was interrupted`}>
      {incompleteRows(reading)} {error instanceof Error ? error.message : ''}
    </Alert>
  )
}

/** Says how current the rows are. */
export const AsOf = ({ answered: { refreshedAt, lastModified, etag } }: { answered: Answered }) => {
  const refreshed = refreshedAt ? exactMomentText(refreshedAt) : undefined
  const changed = lastModified ? exactMomentText(lastModified) : undefined
  return (
    <Text size="sm" c="dimmed" component="p" m={0} style={{ overflowWrap: 'anywhere' }}>
      {refreshed ? <Trans>As of {refreshed}.</Trans> : null} {changed ? <Trans>Last changed {changed}.</Trans> : null}{' '}
      {etag ? (
        <>
          ETag <code>{etag}</code>
        </>
      ) : null}
    </Text>
  )
}
