import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Checkbox, Group, Modal, Stack, Text, Title } from '@mantine/core'
import type { ImportOutcome } from '@rollcall/contract'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { showNumber } from '../../../components/format.ts'
import { TextLink } from '../../../components/links.tsx'
import type { DirectoryFile } from './directory-file.ts'
import { ChangesTable, ErrorsTable, NewNames } from './outcome-tables.tsx'
import { WarningsView } from './warnings-view.tsx'

interface Props {
  readonly outcome: ImportOutcome
  readonly placeOf: DirectoryFile['placeOf']
  /** Applies the import; `force` overrides the import guard. */
  readonly onApply: (force: boolean) => void
}

/** The color applies only to the frame and the icon, so that the title is readable. */
const READABLE = { title: { color: 'var(--mantine-color-text)' } }

/** Rows that are, or would be, different. */
const changedRows = ({ changes }: ImportOutcome): number =>
  changes.reduce((sum, { created, updated, removed }) => sum + created + updated + removed, 0)

/** The result of an import: its changes, their preview, or the errors that prevent it. */
export const OutcomeView = ({ outcome, placeOf, onApply }: Props) => {
  const [isAsking, setAsking] = useState(false)
  const [isForced, setForced] = useState(false)
  const rows = changedRows(outcome)
  if (!outcome.canBeApplied) return <Refused outcome={outcome} placeOf={placeOf} />
  return (
    <Stack>
      {outcome.dryRun ? (
        <Alert
          color="petrol"
          variant="outline"
          styles={READABLE}
          icon={<IconCheck aria-hidden="true" />}
          title={rows === 0 ? t`The file changes nothing` : t`The file can be imported`}
        >
          {rows === 0
            ? t`Everything is already stored as the file says.`
            : t`Importing it changes ${plural(rows, { one: '# row', other: '# rows' })}. Nothing has been changed yet.`}
        </Alert>
      ) : (
        <Alert
          color="petrol"
          variant="outline"
          styles={READABLE}
          icon={<IconCheck aria-hidden="true" />}
          title={t`The file is imported`}
        >
          {rows === 0
            ? t`Everything is already stored as the file says.`
            : t`Changed: ${plural(rows, { one: '# row', other: '# rows' })}.`}{' '}
          <Trans>
            See{' '}
            <TextLink underline="always" to="/admin/users">
              Users
            </TextLink>{' '}
            and{' '}
            <TextLink underline="always" to="/admin/places">
              Places
            </TextLink>
            , or go on at{' '}
            <TextLink underline="always" to="/">
              Home
            </TextLink>
            .
          </Trans>
        </Alert>
      )}
      <WarningsView warnings={outcome.warnings} placeOf={placeOf} />
      <Title order={2} size="h4">
        {outcome.dryRun ? t`What would change` : t`What was changed`}
      </Title>
      <ChangesTable changes={outcome.changes} />
      <NewNames changes={outcome.changes} />
      {outcome.dryRun && rows > 0 ? (
        <Group>
          <Button onClick={() => setAsking(true)}>
            <Trans context="verb">Import</Trans>
          </Button>
        </Group>
      ) : null}
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t`Import this file?`}
        closeButtonProps={{ 'aria-label': t`Close` }}
      >
        <Stack>
          <Text size="sm">
            {t`${plural(rows, { one: '# row', other: '# rows' })} will be changed, all or none. You cannot undo this.`}
          </Text>
          {outcome.needsForce ? (
            <Checkbox
              label={t`I have checked the file: deactivate and move this many.`}
              checked={isForced}
              onChange={({ currentTarget }) => setForced(currentTarget.checked)}
            />
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              disabled={outcome.needsForce && !isForced}
              onClick={() => {
                setAsking(false)
                onApply(isForced)
              }}
            >
              <Trans>Import now</Trans>
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Stack>
  )
}

const Refused = ({ outcome: { faultCount, faults, warnings }, placeOf }: Pick<Props, 'outcome' | 'placeOf'>) => (
  <Stack>
    <Alert
      color="red"
      variant="outline"
      styles={READABLE}
      icon={<IconAlertTriangle aria-hidden="true" />}
      title={t`The file has ${plural(faultCount, { one: '# error', other: '# errors' })}`}
    >
      <Trans>Nothing was changed. Fix the file, then choose it again.</Trans>
      {faultCount > faults.length ? ` ${shownWords(faults.length)}` : ''}
    </Alert>
    <ErrorsTable faults={faults} placeOf={placeOf} />
    <WarningsView warnings={warnings} placeOf={placeOf} />
  </Stack>
)

const shownWords = (shown: number): string => {
  const count = showNumber(shown)
  return t`The first ${count} are shown.`
}
