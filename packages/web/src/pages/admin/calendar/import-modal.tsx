import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import type { MAX_CALENDAR_CHARACTERS } from '@rollcall/contract'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useAction } from '../../../api/use-action.ts'
import { showNumber } from '../../../components/format.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { ErrorState } from '../../../components/states.tsx'
import type { Calendar } from '../../../workplace/calendar.ts'
import { DropZone } from '../shared/drop-zone.tsx'
import { FileField } from '../shared/file-field.tsx'
import { readAgain } from './effect.ts'
import { FileErrors, ImportPreview } from './import-preview.tsx'
import { OtherBuildings, useChosenBuildings } from './other-buildings.tsx'
import { importOfAll, inEachBuilding } from './several-buildings.ts'

const MAX_CHARACTERS: typeof MAX_CALENDAR_CHARACTERS = 1_000_000

interface Props {
  readonly calendar: Calendar
  readonly onClose: () => void
}

interface Run {
  readonly calendar: string
  readonly calendarName: string
  readonly dryRun: 'true' | 'false'
  /** The buildings besides the one whose calendar is shown. */
  readonly others: readonly string[]
}

/** Imports a file of holidays into one building or several: first as a dry run, then for real. */
export const ImportModal = ({ calendar: shown, onClose }: Props) => {
  const { locationId, locationName } = shown
  const [file, setFile] = useState<File | null>(null)
  const [text, setText] = useState<string>()
  const [fault, setFault] = useState<string>()
  const [others, setOthers] = useState<readonly string[]>([])
  const buildings = useChosenBuildings(shown, others)
  const count = buildings.length
  const run = useAction({
    mutationFn: async ({ dryRun, calendar, calendarName }: Run) => {
      const body = { calendar, calendarName }
      const enter = (id: string) => call('importHolidays', { params: { locationId: id }, query: { dryRun }, body })
      return importOfAll(await inEachBuilding(buildings, { isDryRun: dryRun === 'true' }, enter))
    },
    isRepeatable: true,
    onSuccess: async (outcome) => {
      if (outcome.dryRun) return
      await readAgain()
      const { added, changed, removed } = outcome
      notifyDone(
        count === 1
          ? t`Holidays of ${locationName}: ${added} new, ${changed} changed, ${removed} removed.`
          : t`Holidays of ${count} buildings: ${added} new, ${changed} changed, ${removed} removed.`,
      )
      onClose()
    },
  })
  const choose = async (chosen: File | null) => {
    run.reset()
    setFile(chosen)
    const read = chosen ? await chosen.text() : undefined
    const problem = read === undefined ? undefined : problemOf(read)
    setFault(problem)
    setText(problem ? undefined : read)
    if (chosen && read !== undefined && !problem) run.mutate({ ...bodyOf(chosen, read), others, dryRun: 'true' })
  }
  const errors = run.error instanceof ApiError ? (run.error.problem.errors ?? []) : []
  // What was checked before other buildings were chosen says nothing about them.
  const outcome = run.variables?.others === others ? run.data : undefined
  const changes = outcome ? outcome.added + outcome.changed + outcome.removed : 0
  const again = (dryRun: Run['dryRun']) => {
    if (file && text !== undefined) run.mutate({ ...bodyOf(file, text), others, dryRun })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t`Import holidays of ${locationName}`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack>
        <DropZone onFile={(dropped) => void choose(dropped)}>
          <FileField
            label={t`Calendar file`}
            description={t`iCalendar (.ics) with events of whole days. Choose it, or drop it here; nothing is changed yet.`}
            accept=".ics,text/calendar"
            value={file}
            error={fault}
            onChange={(chosen) => void choose(chosen)}
          />
        </DropZone>
        <OtherBuildings locationId={locationId} value={others} disabled={run.isPending} onChange={setOthers} />
        <div aria-live="polite">
          {run.isPending ? (
            <Group gap="sm">
              <Loader size="sm" aria-hidden="true" />
              <Text size="sm">{run.variables?.dryRun === 'true' ? t`Checking the file.` : t`Importing.`}</Text>
            </Group>
          ) : null}
          {errors.length > 0 ? <FileErrors errors={errors} /> : run.error ? <ErrorState error={run.error} /> : null}
          {outcome && count > 1 ? (
            <Text size="sm" mb="xs">
              {t`In all ${count} buildings together:`}
            </Text>
          ) : null}
          {outcome ? <ImportPreview outcome={outcome} /> : null}
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          {text !== undefined && !outcome && !run.isPending && errors.length === 0 ? (
            <Button onClick={() => again('true')}>
              <Trans>Preview</Trans>
            </Button>
          ) : null}
          {outcome && changes > 0 ? (
            <Button
              loading={run.isPending}
              {...(outcome.bookingCount > 0 ? { color: 'red.9' } : {})}
              onClick={() => again('false')}
            >
              {t`Import ${plural(changes, { one: '# change', other: '# changes' })}`}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Modal>
  )
}

/** The name of the file names the calendar, which replaces what it brought before. */
const bodyOf = ({ name }: File, calendar: string) => ({ calendar, calendarName: name.slice(0, 200) })

const problemOf = (text: string): string | undefined => {
  if (text.trim() === '') return t`The file is empty.`
  return text.length > MAX_CHARACTERS ? t`The file has more than ${showNumber(MAX_CHARACTERS)} characters.` : undefined
}
