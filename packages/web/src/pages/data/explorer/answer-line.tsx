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
  const far = `${plural(rows, { one: '# row', other: '# rows' })}, ${bytesText(bytes)}`
  return (
    <Group gap="sm" flex="1 1 300px" mih={30}>
      <Text size="sm" fw={600} role="status" aria-live={isReading ? 'off' : 'polite'} data-phase={phase}>
        {phase === 'asking'
          ? t`Asking`
          : isReading && total !== null
            ? `${showNumber(rows)} of ${plural(total, { one: '# row', other: '# rows' })}`
            : far}
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
            {bytesText(bytes)}
          </Text>
          <Button size="compact-sm" variant="default" onClick={onStop}>
            <Trans>Stop</Trans>
          </Button>
        </>
      ) : null}
    </Group>
  )
}

/** Warns if the rows are incomplete. */
export const IncompleteNote = ({ reading: { phase, rows, answered, error } }: { reading: Reading }) => {
  const of = answered?.rowCount === null || answered === null ? '' : ` of ${showNumber(answered.rowCount)}`
  if (phase === 'stopped') {
    return (
      <Alert color="yellow" variant="outline" mb="sm" title={t`Stopped`}>
        <Trans>
          These are the first {showNumber(rows)} rows{of}.
        </Trans>
      </Alert>
    )
  }
  if (phase === 'full') {
    return (
      <Alert color="yellow" variant="outline" mb="sm" title={t`There are more rows than a page holds`}>
        <Trans>
          These are the first {showNumber(rows)} rows{of}. Ask for less, or download all of them.
        </Trans>
      </Alert>
    )
  }
  if (phase !== 'broken') return null
  return (
    <Alert color="red" variant="outline" mb="sm" role="alert" title={t`The response was interrupted`}>
      <Trans>
        These are the first {showNumber(rows)} rows{of}: what is missing is not here. Read it again.{' '}
        {error instanceof Error ? error.message : ''}
      </Trans>
    </Alert>
  )
}

/** Says how current the rows are. */
export const AsOf = ({ answered: { refreshedAt, lastModified, etag } }: { answered: Answered }) => (
  <Text size="sm" c="dimmed" component="p" m={0} style={{ overflowWrap: 'anywhere' }}>
    {refreshedAt ? t`As of ${exactMomentText(refreshedAt)}. ` : ''}
    {lastModified ? t`Last changed ${exactMomentText(lastModified)}. ` : ''}
    {etag ? (
      <Trans>
        ETag <code>{etag}</code>
      </Trans>
    ) : null}
  </Text>
)
