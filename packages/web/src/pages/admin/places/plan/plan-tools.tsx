import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import type { Dispatch } from 'react'
import { ApiError } from '../../../../api/api-error.ts'
import { call } from '../../../../api/call.ts'
import { invalidate, queryClient } from '../../../../api/query.ts'
import { useAction } from '../../../../api/use-action.ts'
import { notifyDone, notifyFailed } from '../../../../components/notices.tsx'
import { changesOf, countOfChanges, type Plan, type PlanAction, type PlanHistory } from './plan-state.ts'

interface Props {
  readonly levelId: string
  readonly history: PlanHistory
  readonly onAct: Dispatch<PlanAction>
}

/** Saves, undoes, redoes and discards what was drawn. */
export const PlanTools = ({ levelId, history, onAct }: Props) => {
  const changes = changesOf(history)
  const count = countOfChanges(changes)
  const params = { levelId }
  const save = useAction({
    mutationFn: (_plan: Plan) =>
      call('changeLevelLayout', { params, body: changes ?? {}, ifMatch: `"${history.stored.layoutVersion}"` }),
    onSuccess: async (stored, plan) => {
      const count = countOfChanges(changesOf({ stored: history.stored, plan }))
      onAct({ type: 'saved', stored, plan })
      queryClient.setQueryData(['getLevelLayout', { params }], stored)
      notifyDone(t`${plural(count, { one: '# change', other: '# changes' })} saved.`)
      await invalidate('listPlaces', 'listZones')
    },
    onError: (error) => isConflict(error) || notifyFailed(error),
  })
  const reload = useAction({
    mutationFn: (_keep: boolean) => call('getLevelLayout', { params }),
    onSuccess: (stored, keep) => {
      onAct({ type: 'load', stored, keep })
      save.reset()
    },
    onError: notifyFailed,
  })
  const isBusy = save.isPending || reload.isPending
  // In fields, too: the browser would save the page instead.
  useHotkeys([['mod+S', () => count > 0 && !isBusy && save.mutate(history.plan)]], [])
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button disabled={count === 0} loading={isBusy} onClick={() => save.mutate(history.plan)}>
          <Trans>Save plan</Trans>
        </Button>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t`Undo`}
          disabled={history.past.length === 0}
          onClick={() => onAct({ type: 'undo' })}
        >
          <IconArrowBackUp size={18} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t`Redo`}
          disabled={history.future.length === 0}
          onClick={() => onAct({ type: 'redo' })}
        >
          <IconArrowForwardUp size={18} />
        </ActionIcon>
        <Button variant="default" disabled={count === 0} onClick={() => onAct({ type: 'load', stored: history.stored })}>
          <Trans>Discard</Trans>
        </Button>
        <Text size="sm" role="status" fw={count > 0 ? 600 : 400}>
          {count > 0 ? t`${plural(count, { one: '# change', other: '# changes' })}, not saved` : t`Everything is saved`}
        </Text>
      </Group>
      {isConflict(save.error) ? (
        <Alert color="orange" title={t`Someone else changed this plan meanwhile`} role="alert">
          <Text size="sm" mb="xs">
            <Trans>Nothing of yours was saved. Keep your changes to save them on top of the current plan, or discard them.</Trans>
          </Text>
          <Group gap="xs">
            <Button size="xs" loading={reload.isPending} onClick={() => reload.mutate(true)}>
              <Trans>Keep my changes</Trans>
            </Button>
            <Button size="xs" variant="default" onClick={() => reload.mutate(false)}>
              <Trans>Load the current plan</Trans>
            </Button>
          </Group>
        </Alert>
      ) : null}
    </Stack>
  )
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'precondition_failed'
