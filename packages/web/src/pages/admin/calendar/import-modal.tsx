import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, FileInput, Group, Loader, Modal, Stack, Text } from '@mantine/core'
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
import { readAgain } from './effect.ts'
import { FileErrors, ImportPreview } from './import-preview.tsx'

const MAX_CHARACTERS: typeof MAX_CALENDAR_CHARACTERS = 1_000_000

interface Props {
  readonly calendar: Calendar
  readonly onClose: () => void
}

/** Imports a file of holidays: first as a dry run, then for real. */
export const ImportModal = ({ calendar: { locationId, locationName }, onClose }: Props) => {
  const [file, setFile] = useState<File | null>(null)
  const [text, setText] = useState<string>()
  const [fault, setFault] = useState<string>()
  const run = useAction({
    mutationFn: ({ dryRun, ...body }: { calendar: string; calendarName: string; dryRun: 'true' | 'false' }) =>
      call('importHolidays', { params: { locationId }, query: { dryRun }, body }),
    isRepeatable: true,
    onSuccess: async (outcome) => {
      if (outcome.dryRun) return
      await readAgain()
      const { added, changed, removed } = outcome
      notifyDone(t`Holidays of ${locationName}: ${added} new, ${changed} changed, ${removed} removed.`)
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
    if (chosen && read !== undefined && !problem) run.mutate({ ...bodyOf(chosen, read), dryRun: 'true' })
  }
  const errors = run.error instanceof ApiError ? (run.error.problem.errors ?? []) : []
  const changes = run.data ? run.data.added + run.data.changed + run.data.removed : 0
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
          <FileInput
            label={t`Calendar file`}
            description={t`iCalendar (.ics) with events of whole days. Choose it, or drop it here; nothing is changed yet.`}
            placeholder={t`Choose a file`}
            accept=".ics,text/calendar"
            value={file}
            error={fault}
            clearable
            clearButtonProps={{ 'aria-label': t`Choose no file` }}
            onChange={(chosen) => void choose(chosen)}
          />
        </DropZone>
        <div aria-live="polite">
          {run.isPending ? (
            <Group gap="sm">
              <Loader size="sm" aria-hidden="true" />
              <Text size="sm">{run.variables?.dryRun === 'true' ? t`Checking the file.` : t`Importing.`}</Text>
            </Group>
          ) : null}
          {errors.length > 0 ? <FileErrors errors={errors} /> : run.error ? <ErrorState error={run.error} /> : null}
          {run.data ? <ImportPreview outcome={run.data} /> : null}
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          {file && text !== undefined && run.data && changes > 0 ? (
            <Button
              loading={run.isPending}
              {...(run.data.bookingCount > 0 ? { color: 'red.9' } : {})}
              onClick={() => run.mutate({ ...bodyOf(file, text), dryRun: 'false' })}
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
