import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { ApiError } from '../api/api-error.ts'

/** Confirms an action. */
export const notifyDone = (message: string): void => {
  notifications.show({ message, color: 'petrol' })
}

/** Says why an action failed, until the user closes the notice. */
export const notifyFailed = (error: unknown): void => {
  // The dialog to sign in again already says so.
  if (error instanceof ApiError && error.endsSession) return
  const title = error instanceof ApiError ? error.problem.title : t`This did not work`
  const message = error instanceof Error ? error.message : String(error)
  notifications.show({ ...(title === message ? {} : { title }), message, color: 'red', autoClose: false })
}

/** Offers the new version of the app; until the user reloads, this one works on. */
export const notifyNewVersion = (): void => {
  notifications.show({
    id: 'new-version',
    color: 'petrol',
    autoClose: false,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm">
          <Trans>A new version of Rollcall is ready.</Trans>
        </Text>
        <Button size="xs" variant="default" style={{ flexShrink: 0 }} onClick={() => window.location.reload()}>
          <Trans>Reload</Trans>
        </Button>
      </Group>
    ),
  })
}

/** How long an action can be undone. */
const UNDO_MS = 10_000

/** A notice that asks for a decision is shown longer. */
const OFFER_MS = 20_000

/** The last notice of each kind of action of which only the last can be undone. */
const lastOf = new Map<string, string>()

/** Confirms an action, with a button that undoes it. It takes the place of an earlier notice of the same kind. */
export const notifyUndoable = (message: string, undo: () => void, kind?: string): void => {
  const id = notifyWithButton(message, t`Undo`, undo, UNDO_MS)
  if (kind === undefined) return
  notifications.hide(lastOf.get(kind) ?? '')
  lastOf.set(kind, id)
}

/** Confirms an action, with a button for the next one. */
export const notifyOffer = (message: string, label: string, act: () => void): void => {
  notifyWithButton(message, label, act, OFFER_MS)
}

/** It stays while the keyboard is on it, and then gives the focus back to where it was before. */
const notifyWithButton = (message: string, label: string, act: () => void, autoClose: number): string => {
  const before = document.activeElement as HTMLElement | null
  let hasFocus = false
  const hold = (isHeld: boolean): void => {
    hasFocus = isHeld
    notifications.update({ id, message: content, autoClose: isHeld ? false : autoClose })
  }
  const giveBack = (): void => {
    before?.focus({ preventScroll: true })
    const isBack = before !== document.body && document.activeElement === before
    if (!isBack) document.getElementById('main')?.focus({ preventScroll: true })
  }
  const content = (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm">{message}</Text>
      <Button
        size="xs"
        variant="default"
        style={{ flexShrink: 0 }}
        onClick={() => {
          notifications.hide(id)
          act()
        }}
      >
        {label}
      </Button>
    </Group>
  )
  const id = notifications.show({
    color: 'petrol',
    autoClose,
    message: content,
    onFocusCapture: ({ target }) => {
      if (target.matches(':focus-visible')) hold(true)
    },
    onBlurCapture: () => {
      if (hasFocus) hold(false)
    },
    onClose: () => {
      if (hasFocus) queueMicrotask(giveBack)
    },
  })
  return id
}
