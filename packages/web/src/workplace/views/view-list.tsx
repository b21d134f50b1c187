import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Modal, Stack, Text, UnstyledButton } from '@mantine/core'
import { GLOBAL_ADMINISTRATORS, REPORT_PAGES, type SavedView } from '@rollcall/contract'
import { IconMail, IconMailFilled, IconPencil, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { hasRole, useSession } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { notifyDone, notifyFailed } from '../../components/notices.tsx'
import { ROLE_HOLDERS } from '../../components/role-names.ts'
import { useOpenView } from './saved-views.ts'

interface Props {
  readonly views: readonly SavedView[]
  readonly onChange: (view: SavedView) => void
  readonly onSubscribe: (view: SavedView) => void
  readonly onClose: () => void
}

/** The views of a page: opens, changes and deletes them, and chooses with which the page opens. */
export const ViewList = ({ views, ...actions }: Props) => (
  <Modal opened onClose={actions.onClose} title={t`Views of this page`} size="lg" closeButtonProps={{ 'aria-label': t`Close` }}>
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {views.map((view) => (
        <ViewRow key={view.viewId} view={view} {...actions} />
      ))}
    </Stack>
    {views.length === 0 ? (
      <Text size="sm">
        <Trans>There are no views of this page anymore.</Trans>
      </Text>
    ) : null}
  </Modal>
)

/** Whose it is, and who sees it. */
const about = ({ isOwn, ownerName, sharedWith }: SavedView): string => {
  if (!isOwn) return t`From ${ownerName}`
  const holders = sharedWith.map((role) => ROLE_HOLDERS[role]).join(', ')
  return sharedWith.length === 0 ? t`Only you see it` : t`Yours, shared with ${holders}`
}

const SENT = { weekly: t`you get it every week`, monthly: t`you get it every month` }

type RowProps = Omit<Props, 'views'> & { readonly view: SavedView }

const ViewRow = ({ view, onChange, onSubscribe, onClose }: RowProps) => {
  const { viewId, name, page, isDefault, isOwn, subscription } = view
  const session = useSession()
  const open = useOpenView()
  const [isAsking, ask] = useState(false)
  const options = { onError: notifyFailed, onSettled: () => invalidate('listViews') }
  const choosing = useAction({
    ...options,
    mutationFn: () => call(isDefault ? 'clearDefaultView' : 'setDefaultView', { params: { viewId } }),
  })
  const removing = useAction({
    ...options,
    mutationFn: () => call('removeView', { params: { viewId } }),
    onSuccess: () => notifyDone(t`${name} is deleted.`),
  })
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="sm">
      <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
        <UnstyledButton
          fw={600}
          onClick={() => {
            onClose()
            open(view)
          }}
        >
          {name}
        </UnstyledButton>
        <Text size="sm" c="dimmed">
          {[about(view), isDefault && t`the page opens with it`, subscription && SENT[subscription.frequency]]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Stack>
      {isAsking ? (
        <Group gap="xs" wrap="nowrap">
          <Button size="xs" color="red.9" data-autofocus loading={removing.isPending} onClick={() => removing.mutate()}>
            <Trans>Delete</Trans>
          </Button>
          <Button size="xs" variant="default" onClick={() => ask(false)}>
            <Trans>Keep</Trans>
          </Button>
        </Group>
      ) : (
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t`Open the page with ${name}`}
            aria-pressed={isDefault}
            onClick={() => choosing.mutate()}
          >
            {isDefault ? <IconStarFilled size={18} /> : <IconStar size={18} />}
          </ActionIcon>
          {REPORT_PAGES.some((reported) => reported === page) ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t`Subscribe to ${name}`}
              aria-pressed={subscription !== null}
              onClick={() => onSubscribe(view)}
            >
              {subscription ? <IconMailFilled size={18} /> : <IconMail size={18} />}
            </ActionIcon>
          ) : null}
          {isOwn ? (
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t`Change ${name}`} onClick={() => onChange(view)}>
              <IconPencil size={18} />
            </ActionIcon>
          ) : null}
          {isOwn || hasRole(session, GLOBAL_ADMINISTRATORS) ? (
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t`Delete ${name}`} onClick={() => ask(true)}>
              <IconTrash size={18} />
            </ActionIcon>
          ) : null}
        </Group>
      )}
    </Group>
  )
}
