import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import type { BatchOutcome, KeysChange, Operation, PlacesChange, UsersChange } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call, type Input } from '../../../api/call.ts'
import { invalidate } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { takeFocusOfClose } from '../../../components/field-focus.tsx'
import { showNumber } from '../../../components/format.ts'
import { notifyDone } from '../../../components/notices.tsx'
import { ErrorState, LoadingState } from '../../../components/states.tsx'
import { knownFieldError } from '../../../errors/field-errors.ts'
import { CanceledBookings } from './canceled-bookings.tsx'

/** A chosen row: its id for the service and its name for people. */
export interface Chosen {
  readonly id: string
  readonly name: string
}

type BatchOperation = 'updatePlaces' | 'updateUsers' | 'updateKeys'

interface Props {
  readonly title: string
  readonly operation: BatchOperation
  /** What they are, such as `desks`. */
  readonly many: string
  readonly chosen: readonly Chosen[]
  /** Absent until the fields are filled in. */
  readonly changes: (PlacesChange | UsersChange | KeysChange)['changes'] | undefined
  /** Whether bookings may be canceled: a dry run then says which, and the buttons wait for it. */
  readonly hasPreview?: boolean
  readonly confirmLabel: string
  readonly isDangerous?: boolean
  /** Operations whose data are read again. */
  readonly reads: readonly Operation[]
  /** What follows for each of them by calls of their own, which may be repeated; returns how many it changed. */
  readonly afterwards?: (() => Promise<number>) | undefined
  readonly onDone: () => void
  readonly onClose: () => void
  /** What the change does, and the fields that it needs. */
  readonly children: ReactNode
}

/** The number of rows that are listed by name. */
const SHOWN = 8

/** Asks before several rows change, says what follows by a dry run of the same call, and then what came of it. */
export const BatchModal = ({ title, operation, many, chosen, changes, ...props }: Props) => {
  const { hasPreview = false, confirmLabel, isDangerous = false, reads, afterwards, onDone, onClose, children } = props
  const body = { ids: chosen.map(({ id }) => id), changes }
  const send = (dryRun: boolean) =>
    call(operation, {
      body,
      ...(dryRun ? { query: { dryRun: 'true' } } : {}),
    } as unknown as Input<BatchOperation>) as Promise<BatchOutcome>
  const preview = useQuery({
    queryKey: [operation, 'preview', body],
    queryFn: () => send(true),
    enabled: hasPreview && changes !== undefined,
    retry: false,
    gcTime: 0,
    staleTime: 0,
  })
  const change = useAction({
    mutationFn: async () => {
      const { changedCount } = await send(false)
      return Math.max(changedCount, (await afterwards?.()) ?? 0)
    },
    onSuccess: async (changedCount) => {
      await invalidate(...reads)
      const changed = showNumber(changedCount)
      const same = showNumber(chosen.length - changedCount)
      const isAll = changedCount >= chosen.length
      notifyDone(isAll ? t`${changed} ${many} changed.` : t`${changed} ${many} changed; ${same} needed no change.`)
      onDone()
      onClose()
    },
  })
  const error = change.error ?? preview.error
  const isReady = changes !== undefined && !(hasPreview && preview.isPending)
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t`Close` }} size="lg">
      <Stack>
        {error ? <Refused error={error} chosen={chosen} /> : null}
        <Text size="sm" component="div">
          {children}
        </Text>
        {hasPreview && changes !== undefined && preview.isPending ? <LoadingState height={48} /> : null}
        {preview.data ? (
          <CanceledBookings
            {...preview.data}
            areSignedOut={operation === 'updateUsers'}
            none={t`They have no bookings that would be canceled.`}
          />
        ) : null}
        {isReady || changes === undefined ? (
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus ref={takeFocusOfClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              color={isDangerous ? 'red.9' : 'petrol'}
              disabled={!isReady || preview.isError}
              loading={change.isPending}
              onClick={() => change.mutate()}
            >
              {confirmLabel}
            </Button>
          </Group>
        ) : null}
      </Stack>
    </Modal>
  )
}

/** Nothing was changed: why, by row. */
const Refused = ({ error, chosen }: { error: Error; chosen: readonly Chosen[] }) => {
  const errors = error instanceof ApiError ? (error.problem.errors ?? []) : []
  const rows = errors.flatMap((each) => {
    const row = chosen[Number(/^\/ids\/(\d+)$/.exec(each.pointer)?.[1] ?? Number.NaN)]
    const known = knownFieldError(each)
    return row ? [{ ...row, words: known ? `${row.name}: ${known}` : `${row.name} ${each.message}` }] : []
  })
  const rest = showNumber(rows.length - SHOWN)
  return (
    <>
      <ErrorState error={error} />
      {rows.length > 1 ? (
        <List size="sm" aria-label={t`Why not`}>
          {rows.slice(0, SHOWN).map(({ id, words }) => (
            <List.Item key={id}>{words}</List.Item>
          ))}
          {rows.length > SHOWN ? (
            <List.Item>
              <Trans>and {rest} more</Trans>
            </List.Item>
          ) : null}
        </List>
      ) : null}
    </>
  )
}
