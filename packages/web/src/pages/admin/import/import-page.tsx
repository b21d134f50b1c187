import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Group, Loader, Stack, Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { GLOBAL_ADMINISTRATORS } from '@rollcall/contract'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { queryClient } from '../../../api/query.ts'
import { hasRole, sessionQuery, useSession } from '../../../api/session.ts'
import { useAction } from '../../../api/use-action.ts'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState, ErrorState } from '../../../components/states.tsx'
import { ChooseFile } from './choose-file.tsx'
import { type DirectoryFile, readDirectoryFile, readPeople } from './directory-file.ts'
import { OutcomeView } from './outcome-view.tsx'

/** Imports a directory file: first as a dry run, then for real. */
export const ImportPage = () => {
  const session = useSession()
  return (
    <>
      <PageHeader
        title={t`Import`}
        description={
          <Trans>
            Imports people from a CSV file, or buildings, groups, people, plans, bookings and events from a JSON file, all or
            nothing. The{' '}
            <Anchor href="/guide/operators/import" target="_blank" inherit underline="always">
              guide
            </Anchor>{' '}
            describes both.
          </Trans>
        }
      />
      {hasRole(session, GLOBAL_ADMINISTRATORS) ? (
        <Importing />
      ) : (
        <EmptyState picture="lock" title={t`Only global administrators import`}>
          <Trans>Ask one of them to import the file for you.</Trans>
        </EmptyState>
      )}
    </>
  )
}

const Importing = () => {
  const [file, setFile] = useState<DirectoryFile>()
  const run = useAction({
    mutationFn: ({ document, dryRun, force }: { document: object; dryRun: boolean; force?: boolean }) =>
      call('runImport', {
        query: { dryRun: dryRun ? 'true' : 'false', ...(force ? { force: 'true' } : {}) },
        body: document,
      }),
    // An import may change everything except the session.
    onSuccess: ({ dryRun }) =>
      dryRun
        ? undefined
        : queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] }),
  })
  const check = async (reading: Promise<DirectoryFile> | undefined) => {
    run.reset()
    const read = await reading
    setFile(read)
    if (read?.document) run.mutate({ document: read.document, dryRun: true })
  }
  const { document } = file ?? {}
  return (
    <Stack>
      <ChooseFile
        fault={file?.fault}
        isBusy={run.isPending}
        onChoose={(chosen) => void check(chosen ? readDirectoryFile(chosen) : undefined)}
        onPaste={(text) => void check(readPeople(text))}
      />
      <div aria-live="polite">
        {run.isPending ? <ImportProgress isApplying={run.variables?.dryRun === false} /> : null}
        {run.error ? (
          <ErrorState error={run.error} reset={document ? () => run.mutate({ document, dryRun: true }) : undefined} />
        ) : null}
        {run.data && file && document ? (
          <OutcomeView
            outcome={run.data}
            placeOf={file.placeOf}
            onApply={(force) => run.mutate({ document, dryRun: false, force })}
          />
        ) : null}
      </div>
    </Stack>
  )
}

/** Shows the running step and its duration, because the service responds only at the end. */
const ImportProgress = ({ isApplying }: { isApplying: boolean }) => {
  const [seconds, setSeconds] = useState(0)
  useInterval(() => setSeconds((before) => before + 1), 1000, { autoInvoke: true })
  return (
    <Group mih={64} gap="sm">
      <Loader size="sm" aria-hidden="true" />
      <Text size="sm">
        {isApplying ? t`Importing. If you leave the page, the import is canceled and nothing is changed.` : t`Checking the file.`}
      </Text>
      <Text size="sm" c="dimmed" aria-hidden="true">
        {seconds} s
      </Text>
    </Group>
  )
}
