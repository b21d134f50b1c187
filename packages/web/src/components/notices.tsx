import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { ApiError } from '../api/api-error.ts'

/** What notices are about that are shown or wait for room, by their ids. */
const aboutOf = new Map<string, readonly string[]>()

/** Closes the notices about any of these, such as a day: they say what is no longer so, or undo what was changed again. */
export const closeNotices = (...about: readonly string[]): void => {
  for (const [id, ofNotice] of aboutOf) {
    if (ofNotice.some((each) => about.includes(each))) notifications.hide(id)
  }
}

/** Remembers what a notice is about. It takes the place of earlier ones about the same. */
const remember = (id: string, about: readonly string[]): void => {
  closeNotices(...about)
  if (about.length > 0) aboutOf.set(id, about)
}

/** Confirms an action. It takes the place of earlier notices about the same, such as a day. */
export const notifyDone = (message: string, ...about: readonly string[]): void => {
  const id: string = notifications.show({ message, color: 'petrol', onClose: () => aboutOf.delete(id) })
  remember(id, about)
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

/** Confirms an action, with a button that undoes it. It takes the place of earlier notices about the same. */
export const notifyUndoable = (message: string, undo: () => void, ...about: readonly string[]): void => {
  remember(notifyWithButton(message, t`Undo`, undo, UNDO_MS), about)
}

/** Confirms an action, with a button for the next one. It takes the place of earlier notices about the same. */
export const notifyOffer = (message: string, label: string, act: () => void, ...about: readonly string[]): void => {
  remember(notifyWithButton(message, label, act, OFFER_MS), about)
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
      aboutOf.delete(id)
      if (hasFocus) queueMicrotask(giveBack)
    },
  })
  return id
}
